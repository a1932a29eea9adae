import { getBase58Encoder } from "@solana/kit";
import {
  CREATE_TOKEN_DISCRIMINATOR,
  type CurveEvent,
  decodeCurveEvent,
  findTokenPda,
  getCreateTokenInstructionDataDecoder,
} from "@tribe/chain";
import type { Address, Mint, TokenId } from "@tribe/contract";
import type { ChainInstruction, ChainTransaction } from "./chain-transaction.ts";

type TokenEventKind = "tokenCreated" | "tokenBought" | "tokenSold" | "feesCollected";

interface TokenEventFacts {
  readonly mint: Mint;
  readonly tokenId: TokenId;
  readonly seq: bigint;
  readonly creator: Address;
}

type Trade<Kind extends "tokenBought" | "tokenSold"> = TokenEventFacts & {
  readonly kind: Kind;
  readonly trader: Address;
  readonly referrer: Address | null;
  readonly data: Extract<CurveEvent, { kind: Kind }>["data"];
};

/** An event of one token. */
export type TokenEvent =
  | (TokenEventFacts & {
      readonly kind: "tokenCreated";
      /** Only the instruction has them, not the event. */
      readonly words: { readonly name: string; readonly symbol: string };
      readonly data: Extract<CurveEvent, { kind: "tokenCreated" }>["data"];
    })
  | Trade<"tokenBought">
  | Trade<"tokenSold">
  | (TokenEventFacts & {
      readonly kind: "feesCollected";
      readonly data: Extract<CurveEvent, { kind: "feesCollected" }>["data"];
    });

/** An event of the factory: stored, not interpreted. */
export interface FactoryEvent {
  readonly kind: Exclude<CurveEvent["kind"], TokenEventKind>;
  readonly mint: null;
  readonly seq: bigint;
  readonly data: object;
}

export type IndexedEvent = TokenEvent | FactoryEvent;

const noAddress = "11111111111111111111111111111111";

/**
 * The program's events of a transaction, in order. An event counts only as an inner call of the program to itself
 * that names the emitting account: the token's state (or the factory), for which only the program can sign.
 * @throws when an event is cut short or a creation's instruction is missing: then our reader is wrong, not the chain.
 */
export const eventsOf = async (transaction: ChainTransaction, program: Address): Promise<IndexedEvent[]> => {
  if (transaction.failed) return [];
  const events: IndexedEvent[] = [];
  for (const instruction of transaction.inner) {
    if (instruction.program !== program) continue;
    const event = decodeCurveEvent(bytesOf(instruction));
    if (!event) continue;
    const read = await interpret(event, instruction, transaction, program);
    if (read) events.push(read);
  }
  return events;
};

const interpret = async (
  event: CurveEvent,
  instruction: ChainInstruction,
  transaction: ChainTransaction,
  program: Address,
): Promise<IndexedEvent | null> => {
  switch (event.kind) {
    case "tokenCreated":
    case "tokenBought":
    case "tokenSold":
    case "feesCollected": {
      const [state] = await findTokenPda({ tokenId: event.data.tokenId });
      if (!instruction.accounts.includes(state as string as Address)) return null;
      // The chain's text is the contract's text; only the brands differ.
      const facts = {
        mint: event.data.mint as string as Mint,
        tokenId: event.data.tokenId as TokenId,
        seq: event.data.seq,
        creator: event.data.creator as string as Address,
      };
      if (event.kind === "tokenCreated")
        return { ...facts, kind: event.kind, data: event.data, words: wordsOf(transaction, program, facts.tokenId) };
      if (event.kind === "feesCollected") return { ...facts, kind: event.kind, data: event.data };
      const trader = event.data.trader as string as Address;
      const referrer = event.data.referrer === noAddress ? null : (event.data.referrer as string as Address);
      return event.kind === "tokenBought"
        ? { ...facts, kind: event.kind, trader, referrer, data: event.data }
        : { ...facts, kind: event.kind, trader, referrer, data: event.data };
    }
    default:
      return { kind: event.kind, mint: null, seq: event.data.seq, data: event.data };
  }
};

const wordsOf = (transaction: ChainTransaction, program: Address, tokenId: TokenId) => {
  for (const instruction of [...transaction.outer, ...transaction.inner]) {
    if (instruction.program !== program) continue;
    const data = bytesOf(instruction);
    if (!CREATE_TOKEN_DISCRIMINATOR.every((byte, index) => data[index] === byte)) continue;
    const decoded = getCreateTokenInstructionDataDecoder().decode(data);
    if (decoded.tokenId === tokenId) return { name: decoded.name, symbol: decoded.symbol };
  }
  throw new Error(`transaction ${transaction.signature} created token ${tokenId} without an instruction for it`);
};

const bytesOf = (instruction: ChainInstruction): Uint8Array =>
  new Uint8Array(getBase58Encoder().encode(instruction.data));
