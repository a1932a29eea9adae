import { type Lamports, lamports } from "@tribe/contract";
import { divideDown } from "../money/integers.ts";
import { type NewTokenUnits, newTokenUnits } from "./migration.ts";

/** The pool's reserves, without accrued fees and without anything that others sent to its accounts. */
export interface Pool {
  readonly lamports: Lamports;
  /** Base units of the new mint. */
  readonly tokens: NewTokenUnits;
}

/** Fees of a swap in basis points of its lamports: of a buyer's input, of a seller's gross output. */
export interface PoolRates {
  /** Stays in the pool. */
  readonly liquidityBps: number;
  readonly creatorBps: number;
  readonly platformBps: number;
}

/**
 * Why the pool refuses a swap, with its error code (6002 and 6003 mean the same as on the curve; from 6100 on they are the
 * pool's own).
 */
export type SwapRefusal =
  | { readonly kind: "refused"; readonly code: 6002; readonly reason: "buySlippage" }
  | { readonly kind: "refused"; readonly code: 6003; readonly reason: "sellSlippage" }
  | { readonly kind: "refused"; readonly code: 6100; readonly reason: "zero" };

interface SwapResult {
  readonly kind: "swapped";
  /** The pool afterwards; its product never decreases. */
  readonly pool: Pool;
  /** Lamports that stay in the pool: the liquidity fee and every rounding. */
  readonly liquidity: Lamports;
  /** Lamports accrued for the creator. */
  readonly creator: Lamports;
  /** Lamports accrued for the platform. */
  readonly platform: Lamports;
}

/** A buy with exact lamports; `output` are the new tokens. */
export interface PoolBuy extends SwapResult {
  readonly output: NewTokenUnits;
}

/** A sell of exact tokens; `output` are lamports after all fees. */
export interface PoolSell extends SwapResult {
  readonly output: Lamports;
}

/**
 * Buys tokens for exactly `input` lamports, including all fees: `⌊T·k / (L + k)⌋`, where `k` is the input without fees, rounded
 * down like each fee, so that every rounding stays in the pool.
 * @throws RangeError for an empty pool, rates that leave nothing, or lamports beyond the program's range
 */
export const buyFromPool = (
  pool: Pool,
  rates: PoolRates,
  input: Lamports,
  minTokens: NewTokenUnits,
): PoolBuy | SwapRefusal => {
  const split = splitter(pool, rates);
  if (input === 0n) return { kind: "refused", code: 6100, reason: "zero" };
  const { kept, creator, platform } = split(input);
  const stays = input - creator - platform;
  const after = counted(pool.lamports + stays);
  const output = outOf(pool.tokens, pool.lamports, kept);
  if (output === 0n || output < minTokens) return { kind: "refused", code: 6002, reason: "buySlippage" };
  return {
    kind: "swapped",
    pool: { lamports: lamports(after), tokens: newTokenUnits(pool.tokens - output) },
    output: newTokenUnits(output),
    liquidity: lamports(stays - kept),
    creator: lamports(creator),
    platform: lamports(platform),
  };
};

/**
 * Sells exactly `input` tokens: fees are deducted from `⌊L·a / (T + a)⌋`, and the seller's output is rounded down, too.
 * @throws RangeError for an empty pool, rates that leave nothing, or tokens beyond the program's range
 */
export const sellToPool = (
  pool: Pool,
  rates: PoolRates,
  input: NewTokenUnits,
  minLamports: Lamports,
): PoolSell | SwapRefusal => {
  const split = splitter(pool, rates);
  if (input === 0n) return { kind: "refused", code: 6100, reason: "zero" };
  const after = counted(pool.tokens + input);
  const gross = outOf(pool.lamports, pool.tokens, input);
  const { kept, creator, platform } = split(gross);
  if (kept === 0n || kept < minLamports) return { kind: "refused", code: 6003, reason: "sellSlippage" };
  const leaves = kept + creator + platform;
  return {
    kind: "swapped",
    pool: { lamports: lamports(pool.lamports - leaves), tokens: newTokenUnits(after) },
    output: lamports(kept),
    liquidity: lamports(gross - leaves),
    creator: lamports(creator),
    platform: lamports(platform),
  };
};

/**
 * Value of `tokens` at the current price, without fees and price impact, in lamports, rounded down. A single new token opens at
 * some 40 lamports, too few for a precise price: pass many.
 */
export const poolValue = (pool: Pool, tokens: NewTokenUnits): Lamports =>
  lamports(divideDown(pool.lamports * tokens, pool.tokens));

/** The program counts in 64 bits, and checks this before anything else. */
const counted = (amount: bigint): bigint => {
  if (amount >= 1n << 64n) throw new RangeError("the pool cannot count so much");
  return amount;
};

/** Output from a side that holds `other` when `input` is added to the other side's `own`. */
const outOf = (other: bigint, own: bigint, input: bigint): bigint => divideDown(other * input, own + input);

const splitter = (pool: Pool, rates: PoolRates) => {
  if (pool.lamports <= 0n || pool.tokens <= 0n) throw new RangeError("the pool is empty");
  const poolBps = 10_000 - rates.liquidityBps - rates.creatorBps - rates.platformBps;
  if (poolBps <= 0) throw new RangeError("the fees leave nothing of a swap");
  const shareOf = (amount: bigint, bps: number) => divideDown(amount * BigInt(bps), 10_000n);
  return (amount: bigint) => ({
    kept: shareOf(amount, poolBps),
    creator: shareOf(amount, rates.creatorBps),
    platform: shareOf(amount, rates.platformBps),
  });
};
