/**
 * The curve's rules in plain integers, written from the specification and not from other code: where the program has closed
 * forms, this searches by bisection.
 */
import type { Factory } from "../../../../packages/chain/src/generated/index.ts";
import type { OrderInput } from "./world.ts";

const perToken = 10n ** 9n;
const lamportsPerSol = 10n ** 9n;
/** The position at which every curve starts. */
export const floor = 150n * perToken;

export type Position = { readonly x: bigint; readonly floor: bigint; readonly xMax: bigint; readonly c: bigint };
/** Rates of one trade in basis points of its value. */
export type Terms = {
  readonly creator: bigint;
  readonly platform: bigint;
  readonly referral: bigint;
  readonly discount: bigint;
};
export type FeeSplit = { readonly creator: bigint; readonly platform: bigint; readonly referral: bigint };
export type Expected =
  | { readonly code: number }
  | {
      readonly code: undefined;
      readonly tokens: bigint;
      readonly value: bigint;
      readonly fees: FeeSplit;
      readonly total: bigint;
    };

const cubed = (n: bigint) => n * n * n;
/** A value in lamports is a difference of cubes over this: 3C · (10⁹)³ units / 10⁹ lamports. */
const scale = (c: bigint) => (3n * c * perToken ** 3n) / lamportsPerSol;

/** The largest n in [0, end] for which `holds`, which is true up to a point and false after it. */
function largest(end: bigint, holds: (n: bigint) => boolean): bigint {
  let [low, high] = [0n, end + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export const xMaxOf = (c: bigint): bigint =>
  largest(10n ** 13n, (x) => cubed(x) <= cubed(floor) + 85n * lamportsPerSol * scale(c));

/** Lamports to go from `x` up by `tokens`: rounded up. */
export const costOf = (x: bigint, tokens: bigint, c: bigint): bigint =>
  (cubed(x + tokens) - cubed(x) + scale(c) - 1n) / scale(c);

/** Lamports for going from `x` down by `tokens`: rounded down. */
export const proceedsOf = (x: bigint, tokens: bigint, c: bigint): bigint => (cubed(x) - cubed(x - tokens)) / scale(c);

/** `reserve` covers the curve from `floor` to `x`. */
export const covers = (reserve: bigint, { x, floor, c }: Position): boolean =>
  reserve * scale(c) >= cubed(x) - cubed(floor);

export function termsOf(factory: Factory, side: "buy" | "sell", flags: number): Terms {
  const share = (flags & 2) !== 0 ? factory.affiliateFee : factory.referralFee;
  return {
    creator: BigInt(side === "buy" ? factory.creatorBuyFee : factory.creatorSellFee),
    platform: BigInt(side === "buy" ? factory.platformBuyFee : factory.platformSellFee),
    referral: (flags & 1) !== 0 ? BigInt(share) : 0n,
    discount: (flags & 4) !== 0 ? BigInt(factory.discountFee) : 0n,
  };
}

export function feesOf(value: bigint, terms: Terms): FeeSplit {
  const share = (rate: bigint) => (value * rate) / 10_000n;
  return {
    creator: share(terms.creator),
    platform: share(terms.platform - terms.referral - terms.discount),
    referral: share(terms.referral),
  };
}

const sumOf = (fees: FeeSplit) => fees.creator + fees.platform + fees.referral;

/** The price that a buyer pays for exactly this many tokens. */
export function priceOf(at: Position, tokens: bigint, terms: Terms): bigint {
  const value = costOf(at.x, tokens, at.c);
  return value + sumOf(feesOf(value, terms));
}

export function expectBuy(at: Position, order: OrderInput, terms: Terms): Expected {
  if (at.x === at.xMax) return { code: 6006 };
  if (order.tokens === 0n) return { code: 6008 };
  const unclipped = largest(order.tokens, (n) => priceOf(at, n, terms) <= order.maxLamports);
  if (unclipped === 0n || unclipped < order.minTokens) return { code: 6002 };
  const tokens = largest(unclipped, (n) => at.x + n <= at.xMax);
  const value = costOf(at.x, tokens, at.c);
  const fees = feesOf(value, terms);
  return { code: undefined, tokens, value, fees, total: value + sumOf(fees) };
}

export function expectSell(at: Position, order: { tokens: bigint; minLamports: bigint }, terms: Terms): Expected {
  if (at.x === at.xMax) return { code: 6006 };
  if (order.tokens === 0n) return { code: 6008 };
  if (at.x - order.tokens < at.floor) return { code: 6007 };
  const value = proceedsOf(at.x, order.tokens, at.c);
  const fees = feesOf(value, terms);
  const total = value - sumOf(fees);
  return total < order.minLamports ? { code: 6003 } : { code: undefined, tokens: order.tokens, value, fees, total };
}

/** The rent-exempt minimum of an account with this many bytes. */
export const rentOf = (bytes: number): bigint => 6_960n * BigInt(128 + bytes);

/** The referral's share as it is paid: to the referrer if its account is rent-exempt afterwards, otherwise to the platform. */
export function settled(fees: FeeSplit, referrer: { lamports: bigint; bytes: number } | undefined): FeeSplit {
  const stays = referrer !== undefined && referrer.lamports + fees.referral >= rentOf(referrer.bytes);
  return stays ? fees : { ...fees, platform: fees.platform + fees.referral, referral: 0n };
}
