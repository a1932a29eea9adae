import { baseFeeLamportsPerSignature, computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";

/** The kinds of message with their own ceiling. */
export type MessageKind = "create" | "buy" | "sell";

/**
 * Compute units by part of an instruction: the maximum of 10,000 random states on the compiled program (`npm run bench --
 * programs`), rounded up (buy and sell: that bench's limits). The program searches the bumps of new addresses on chain, and
 * each step below 255 costs `bumpStep`; these figures are without such steps.
 */
const ledger = {
  create: { units: 30_000, searches: 2 },
  buy: { units: 10_500, searches: 0 },
  sell: { units: 7_000, searches: 0 },
  firstBuy: { units: 25_000, searches: 1 },
  inviter: { units: 23_000, searches: 1 },
  tokenAccount: { units: 18_000, searches: 1 },
  // Token-2022 takes 1,400; the older token program of some clusters 3,000.
  closeAccount: { units: 3_500, searches: 0 },
  computeBudget: { units: 300, searches: 0 },
} as const;

const bumpStep = 1_500;
/** Each step is taken with probability ½: this sum is exceeded once in a million for any number of searches. */
const bumpSteps = (searches: number): number => (searches === 0 ? 0 : 21 + 3 * searches);

const ceilings: Record<MessageKind, number> = {
  create: computeUnitCeilings.createToken,
  buy: computeUnitCeilings.buyToken,
  sell: computeUnitCeilings.sellToken,
};

/** The highest compute-unit limit that a message of this kind may have; `other` is any kind without its own. */
export const computeUnitCeiling = (kind: MessageKind | "transfer" | "claim" | "other"): number => {
  if (kind === "claim") return computeUnitCeilings.airdropClaim;
  if (kind === "transfer") return computeUnitCeilings.transfer;
  return kind === "other" ? computeUnitCeilings.default : ceilings[kind];
};

/**
 * The compute-unit limit to set: the worst case of the message's parts, never above the spec's ceiling.
 * @param extra for a creation `makesTokenAccount` says that there is a first buy, and `hasHighestBumps` that its token id was
 * drawn for addresses that need no search
 */
export const computeUnitLimit = (
  kind: MessageKind,
  extra: {
    readonly makesTokenAccount?: boolean;
    readonly closesAccount?: boolean;
    readonly hasInviter?: boolean;
    readonly hasHighestBumps?: boolean;
  } = {},
): number => {
  const account = kind === "create" ? ledger.firstBuy : ledger.tokenAccount;
  const parts = [
    ledger.computeBudget,
    ledger[kind],
    ...(extra.makesTokenAccount ? [account] : []),
    ...(extra.closesAccount ? [ledger.closeAccount] : []),
    ...(extra.hasInviter ? [ledger.inviter] : []),
  ];
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const searches = extra.hasHighestBumps === true ? 0 : parts.reduce((sum, part) => sum + part.searches, 0);
  return Math.min(ceilings[kind], units + bumpStep * bumpSteps(searches));
};

const lifecycle = { migrate: 75_000, convert: 8_500, swap: 7_000, collect: 3_000 } as const;

/**
 * The compute-unit limit of messages about a token whose curve is closed: the worst of random states on the compiled programs,
 * with a margin. A migration's includes the searches for the four addresses that it creates.
 */
export const lifecycleComputeUnitLimit = (
  kind: keyof typeof lifecycle,
  makesTokenAccount = false,
  closesAccount = false,
): number => {
  const { closeAccount, computeBudget, tokenAccount } = ledger;
  const units = computeBudget.units + lifecycle[kind] + (closesAccount ? closeAccount.units : 0);
  return makesTokenAccount ? units + tokenAccount.units + bumpStep * bumpSteps(tokenAccount.searches) : units;
};

/** The compute-unit limit of a message that closes this many token accounts, with a margin. */
export const closeAccountsComputeUnitLimit = (count: number): number =>
  ledger.computeBudget.units + count * ledger.closeAccount.units;

/** A memo took at most 850 units; the memo program of older clusters takes some 350 per byte. */
const transfer = { sol: 150, token: 4_000, memo: 3_000, memoByte: 400 } as const;

/**
 * The compute-unit limit of a transfer, with a margin; for tokens including the creation of the recipient's account and the
 * search for its address.
 * @param memoBytes of the memo in UTF-8, 0 for none
 */
export const transferComputeUnitLimit = (kind: "sol" | "token", memoBytes: number): number => {
  const { computeBudget, tokenAccount } = ledger;
  const account = kind === "token" ? tokenAccount.units + bumpStep * bumpSteps(tokenAccount.searches) : 0;
  const memo = memoBytes === 0 ? 0 : transfer.memo + transfer.memoByte * memoBytes;
  return Math.min(computeUnitCeilings.transfer, computeBudget.units + transfer[kind] + account + memo);
};

/** Lamports of a priority fee: limit × price in micro-lamports, rounded up as the runtime does. */
export const priorityFee = (computeUnits: number, microLamports: bigint): Lamports =>
  lamports((BigInt(computeUnits) * microLamports + 999_999n) / 1_000_000n);

/** Lamports for the signatures of a transaction. */
export const signatureFee = (signatures: number): Lamports =>
  lamports(baseFeeLamportsPerSignature * BigInt(signatures));
