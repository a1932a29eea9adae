import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from "@solana-program/compute-budget";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { fromChainAddress, poolProgramAddress } from "../accounts/addresses.ts";
import { spendsCompressedTokens } from "../claim/read-decompress.ts";
import {
  BUY_DISCRIMINATOR,
  COLLECT_DISCRIMINATOR,
  CONVERT_DISCRIMINATOR,
  CREATE_TOKEN_DISCRIMINATOR,
  SELL_DISCRIMINATOR,
} from "../generated/index.ts";
import {
  COLLECT_DISCRIMINATOR as POOL_COLLECT_DISCRIMINATOR,
  BUY_DISCRIMINATOR as SWAP_BUY_DISCRIMINATOR,
  SELL_DISCRIMINATOR as SWAP_SELL_DISCRIMINATOR,
} from "../generated/pool/index.ts";
import { jupiterProgramAddress } from "../jupiter/route.ts";
import { maxAccountsClosed } from "../messages/close-account.ts";
import { memoProgramAddress } from "../messages/transfer.ts";
import { Refused } from "./description.ts";
import { type ParsedInstruction, type ParsedMessage, sameBytes } from "./parsed-message.ts";

/** The kind of a message, by its one instruction that is not about the compute budget or a token account. */
export type TradeKind =
  | "create"
  | "buy"
  | "sell"
  | "convert"
  | "collect"
  | "swapBuy"
  | "swapSell"
  | "poolCollect"
  | "route"
  | "transfer"
  | "claim"
  | "closeAccounts";

/** The instructions of one message, by role. */
export interface SortedInstructions {
  readonly computeUnitLimit: number;
  readonly microLamportsPerUnit: bigint;
  readonly makeTokenAccount: ParsedInstruction | null;
  /** Number of token accounts that are created; only a route may create two. */
  readonly accountsMade: number;
  /** The memo of a transfer; null for all other kinds. */
  readonly memo: ParsedInstruction | null;
  readonly trade: { readonly kind: TradeKind; readonly instruction: ParsedInstruction };
  /** Closes the account that the trade empties, right after it; null when the account stays. */
  readonly closeAccount: ParsedInstruction | null;
  /** Further instructions of the same kind: of a claim with several proofs, and of several accounts that are closed. */
  readonly moreOfTrade: readonly ParsedInstruction[];
}

const programs = {
  computeBudget: fromChainAddress(COMPUTE_BUDGET_PROGRAM_ADDRESS),
  associatedToken: fromChainAddress(ASSOCIATED_TOKEN_PROGRAM_ADDRESS),
  system: fromChainAddress(SYSTEM_PROGRAM_ADDRESS),
  memo: fromChainAddress(memoProgramAddress),
  token2022: fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS),
  tokens: [fromChainAddress(TOKEN_PROGRAM_ADDRESS), fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS)],
};

/** First data byte of token instructions with their own reason for refusal: approve, its checked form, authority, transfers. */
const tokenApprovals = [4, 13];
const tokenAuthority = [6];
const tokenTransfers = [3, 12, 26];
/** The same for the system program: assign and allocate-with-owner, transfers, and a nonce's advance. */
const systemAuthority = [1, 7, 8, 9, 10];
const systemTransfers = [0, 2, 3, 11];
const systemAdvanceNonce = 4;
/** The whole data of `CloseAccount`, in both token programs. */
const closeAccountInstruction = 9;

/** @throws Refused with the reason for this foreign instruction */
const refuseForeign = ({ program, data }: ParsedInstruction): never => {
  const first = data[0] ?? -1;
  if (program === programs.system) {
    if (first === systemAdvanceNonce) throw new Refused("durable_nonce");
    if (systemAuthority.includes(first)) throw new Refused("authority_change");
    throw new Refused(systemTransfers.includes(first) ? "transfer" : "unknown_instruction");
  }
  if (programs.tokens.includes(program)) {
    if (tokenApprovals.includes(first)) throw new Refused("approval");
    if (tokenAuthority.includes(first)) throw new Refused("authority_change");
    throw new Refused(tokenTransfers.includes(first) ? "transfer" : "unknown_instruction");
  }
  throw new Refused("unknown_program");
};

const curveKinds: readonly (readonly [ArrayLike<number>, TradeKind])[] = [
  [CREATE_TOKEN_DISCRIMINATOR, "create"],
  [BUY_DISCRIMINATOR, "buy"],
  [SELL_DISCRIMINATOR, "sell"],
  [CONVERT_DISCRIMINATOR, "convert"],
  [COLLECT_DISCRIMINATOR, "collect"],
];
const poolKinds: readonly (readonly [ArrayLike<number>, TradeKind])[] = [
  [SWAP_BUY_DISCRIMINATOR, "swapBuy"],
  [SWAP_SELL_DISCRIMINATOR, "swapSell"],
  [POOL_COLLECT_DISCRIMINATOR, "poolCollect"],
];
/** Maximum number of token accounts that the wallet may have to create. */
/** The kinds that may close the account from which the tokens go. */
const closingKinds: readonly TradeKind[] = ["sell", "convert", "swapSell"];
const maxAccountsCreated: Partial<Record<TradeKind, number>> = { buy: 1, convert: 1, swapBuy: 1, route: 2 };

/**
 * Whether an instruction may be one of those that wrap SOL for a route, and unwrap it afterwards; their bytes are checked
 * later.
 */
const isWrapping = ({ program, data }: ParsedInstruction): boolean =>
  (program === programs.system && data[0] === 2) ||
  (program === programs.tokens[0] && (data[0] === 17 || data[0] === 9));

/**
 * Whether an instruction sends SOL, or tokens of a Token-2022 mint that it names: the two that our transfers use. Its data is
 * read later.
 */
const isSending = ({ program, data }: ParsedInstruction): boolean =>
  (program === programs.system && sameBytes(data.slice(0, 4), [2, 0, 0, 0])) ||
  (program === programs.token2022 && data[0] === 12);

/** Whether an instruction closes a token account; its accounts are checked later. */
const isClosing = ({ program, data }: ParsedInstruction): boolean =>
  programs.tokens.includes(program) && sameBytes(data, [closeAccountInstruction]);

/** The closing of an account as the instruction right after the trade, and no other. */
const closingAfter = ({ instructions }: ParsedMessage, trade: ParsedInstruction): ParsedInstruction | null => {
  const next = instructions[instructions.indexOf(trade) + 1];
  return next?.program === programs.token2022 && isClosing(next) ? next : null;
};

/** The one transfer of a message without a trade, and its memo; null when nothing is sent. @throws Refused */
const findTransfer = (instructions: readonly ParsedInstruction[]) => {
  const [transfer, ...moreTransfers] = instructions.filter(isSending);
  if (!transfer) return null;
  // SOL is wrapped, but no route needs it.
  if (instructions.some((other) => other !== transfer && !isSending(other) && isWrapping(other)))
    throw new Refused("transfer");
  const [memo = null, ...moreMemos] = instructions.filter(({ program }) => program === programs.memo);
  for (const other of instructions) if (!isSending(other) && other.program !== programs.memo) refuseForeign(other);
  if (moreTransfers.length > 0) throw new Refused("several_transfers");
  if (moreMemos.length > 0) throw new Refused("unknown_instruction");
  return { transfer, memo };
};

const tradeKindOf = ({ program, data }: ParsedInstruction): TradeKind => {
  if (program === jupiterProgramAddress) return "route";
  const start = data.slice(0, 8);
  const known = program === poolProgramAddress ? poolKinds : curveKinds;
  const found = known.find(([discriminator]) => sameBytes(start, discriminator));
  if (!found) throw new Refused("unknown_instruction");
  return found[1];
};

/** Reads the two compute-budget instructions with which all our messages begin. */
const readBudget = (instructions: readonly ParsedInstruction[]) => {
  const [limit, price, ...more] = instructions;
  if (!limit || !price || more.length > 0) throw new Refused("compute_budget");
  const view = ({ data }: ParsedInstruction) => new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (limit.data[0] !== 2 || limit.data.length !== 5 || price.data[0] !== 3 || price.data.length !== 9)
    throw new Refused("compute_budget");
  return {
    computeUnitLimit: view(limit).getUint32(1, true),
    microLamportsPerUnit: view(price).getBigUint64(1, true),
  };
};

/** Validity proofs that a claim with our maximum number of accounts can need. */
const maxClaims = 2;

/** Sorts a message's instructions by role. @throws Refused for any that this app does not use, and for more than one trade */
export const sortInstructions = (message: ParsedMessage, program: Address): SortedInstructions => {
  const budget: ParsedInstruction[] = [];
  const accounts: ParsedInstruction[] = [];
  const trades: ParsedInstruction[] = [];
  const others: ParsedInstruction[] = [];
  const tradePrograms = [program, poolProgramAddress, jupiterProgramAddress];
  for (const instruction of message.instructions) {
    if (instruction.program === programs.computeBudget) budget.push(instruction);
    else if (instruction.program === programs.associatedToken) accounts.push(instruction);
    else if (tradePrograms.includes(instruction.program)) trades.push(instruction);
    else others.push(instruction);
  }
  const claims = others.filter(({ program, data }) => spendsCompressedTokens(program, data));
  const [claim, ...moreOfTrade] = claims;
  if (claim) {
    for (const other of others) if (!claims.includes(other)) refuseForeign(other);
    if (trades.length > 0) throw new Refused("several_trades");
    if (accounts.length !== 1 || claims.length > maxClaims) throw new Refused("unknown_instruction");
    return {
      ...readBudget(budget),
      makeTokenAccount: accounts[0] ?? null,
      accountsMade: accounts.length,
      memo: null,
      trade: { kind: "claim", instruction: claim },
      closeAccount: null,
      moreOfTrade,
    };
  }
  const [closing, ...moreClosings] = others;
  if (trades.length === 0 && closing && others.every(isClosing)) {
    if (accounts.length > 0 || others.length > maxAccountsClosed) throw new Refused("unknown_instruction");
    return {
      ...readBudget(budget),
      makeTokenAccount: null,
      accountsMade: 0,
      memo: null,
      trade: { kind: "closeAccounts", instruction: closing },
      closeAccount: null,
      moreOfTrade: moreClosings,
    };
  }
  const sent = trades.length === 0 ? findTransfer(others) : null;
  if (sent) {
    if (accounts.length > 1) throw new Refused("unknown_instruction");
    return {
      ...readBudget(budget),
      makeTokenAccount: accounts[0] ?? null,
      accountsMade: accounts.length,
      memo: sent.memo,
      trade: { kind: "transfer", instruction: sent.transfer },
      closeAccount: null,
      moreOfTrade: [],
    };
  }
  const [trade, ...moreTrades] = trades;
  const isRoute = trade?.program === jupiterProgramAddress;
  const closeAccount = trade ? closingAfter(message, trade) : null;
  for (const other of others) if (other !== closeAccount && (!isRoute || !isWrapping(other))) refuseForeign(other);
  if (!trade) throw new Refused("no_trade");
  if (moreTrades.length > 0) throw new Refused("several_trades");
  const kind = tradeKindOf(trade);
  if (closeAccount && !closingKinds.includes(kind)) throw new Refused("unknown_instruction");
  if (accounts.length > (maxAccountsCreated[kind] ?? 0)) throw new Refused("unknown_instruction");
  return {
    ...readBudget(budget),
    makeTokenAccount: accounts[0] ?? null,
    accountsMade: accounts.length,
    memo: null,
    trade: { kind, instruction: trade },
    closeAccount,
    moreOfTrade: [],
  };
};
