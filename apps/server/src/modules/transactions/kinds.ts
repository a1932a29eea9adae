import type { TradeKind } from "@tribe/chain/clear-signing";
import type { Executor } from "../../db/client.ts";
import { announceCreation, type ChangedTicket } from "./announce-creation.ts";

/** One kind of transaction that a person prepares here, signs, and has sent and followed to its end. */
export interface TransactionKind {
  /** The one instruction of ours that its message holds: any other message is refused before anybody signs or sends it. */
  readonly instruction: TradeKind | "airdrop";
  /** One open ticket for a person and a token (a new one replaces what nobody has signed), or any number. */
  readonly open: "one" | "any";
  /** Whose key of ours signs beside the trader. Without it nobody's does: a new kind is co-signed only if its entry says so. */
  readonly coSigner?: "admin";
  /** Whether our index tells of it when it landed: then its owner hears of success when the index shows it. */
  readonly isIndexed?: false;
  /** What else its owner is told, in the transaction that moves the ticket. */
  readonly announce?: (tx: Executor, changed: ChangedTicket) => Promise<void>;
}

/** Every kind there is. A new one is an entry here, and a route that prepares it. */
export const transactionKinds = {
  create: { instruction: "create", open: "one", coSigner: "admin", announce: announceCreation },
  buy: { instruction: "buy", open: "one", coSigner: "admin" },
  sell: { instruction: "sell", open: "one", coSigner: "admin" },
  convert: { instruction: "convert", open: "one" },
  // No instruction of our programs: the index never tells of it.
  transfer: { instruction: "transfer", open: "any", isIndexed: false },
  // The airdrop module prepares these and takes their signatures: many at once, and any of them may be made again.
  airdrop: { instruction: "airdrop", open: "any", isIndexed: false },
  claim: { instruction: "claim", open: "any", isIndexed: false },
} as const satisfies Readonly<Record<string, TransactionKind>>;

export type TransactionKindName = keyof typeof transactionKinds;

/** Those whose end our index does not tell of. */
export const isIndexedKind = (name: TransactionKindName): boolean => kindOf(name).isIndexed ?? true;

/** What this process knows how to follow; a later version's tickets wait for a process of that version. */
export const knownKinds = (): TransactionKindName[] => Object.keys(transactionKinds) as TransactionKindName[]; // its own keys

/**
 * What a kind's entry says.
 * @throws Error for a name without an entry, such as a later version wrote: nothing is signed, sent or opened for it.
 */
export const kindOf = (name: string): TransactionKind => {
  const kinds: Readonly<Record<string, TransactionKind>> = transactionKinds;
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new Error(`no kind of transaction is called ${name}`);
  return kind;
};
