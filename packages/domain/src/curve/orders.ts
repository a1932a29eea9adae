import { type Lamports, lamports, type TokenUnits, tokenUnits } from "@tribe/contract";
import { type FeeRates, type Fees, feesOf, valueForBudget } from "../money/fees.ts";
import { min } from "../money/integers.ts";
import { type Curve, costOfBuy, proceedsOfSell, remainingOnCurve, sellableOnCurve, tokensForValue } from "./curve.ts";

/** Why the program refuses an order, with its error code. */
export type OrderRefusal =
  | { readonly kind: "refused"; readonly code: 6002; readonly reason: "buySlippage" }
  | { readonly kind: "refused"; readonly code: 6003; readonly reason: "sellSlippage" }
  | { readonly kind: "refused"; readonly code: 6006; readonly reason: "closed" }
  | { readonly kind: "refused"; readonly code: 6007; readonly reason: "finalTokens" }
  | { readonly kind: "refused"; readonly code: 6008; readonly reason: "zero" };

/** Result of a buy or sell. */
export interface Fill {
  readonly kind: "filled";
  readonly tokens: TokenUnits;
  /** What the curve receives or pays, before fees. */
  readonly value: Lamports;
  readonly fees: Fees;
  /** What the trader pays (value + fees) or receives (value − fees). */
  readonly total: Lamports;
  readonly xAfter: TokenUnits;
  /** The curve had fewer tokens than the order could have bought. */
  readonly clipped: boolean;
}

/** Base units and lamports of a buy instruction. */
export interface BuyOrder {
  readonly tokens: TokenUnits;
  /** Including all fees. */
  readonly maxLamports: Lamports;
  readonly minTokens: TokenUnits;
}

/** Base units and lamports of a sell instruction. */
export interface SellOrder {
  readonly tokens: TokenUnits;
  /** After fees. */
  readonly minLamports: Lamports;
}

/** Cost of `amount` from `x`, including all fees. */
export const totalOfBuy = (x: bigint, amount: bigint, coefficient: bigint, rates: FeeRates): Lamports => {
  const value = costOfBuy(x, amount, coefficient);
  return lamports(value + feesOf(value, rates).total);
};

/** The most base units that a budget pays for, including all fees. */
export const tokensForBudget = (x: bigint, budget: bigint, coefficient: bigint, rates: FeeRates): TokenUnits =>
  tokensForValue(x, valueForBudget(budget, rates), coefficient);

/**
 * Fills a buy as the program does: `tokens` if they cost at most `maxLamports`, else as many as `maxLamports` pays for.
 * Slippage is checked on that unclipped fill; only then it is clipped at `xMax`, and only the clipped fill is charged.
 */
export const fillBuy = (curve: Curve, order: BuyOrder, rates: FeeRates): Fill | OrderRefusal => {
  if (curve.x >= curve.xMax) return { kind: "refused", code: 6006, reason: "closed" };
  if (order.tokens === 0n) return { kind: "refused", code: 6008, reason: "zero" };
  const affordable = tokensForBudget(curve.x, order.maxLamports, curve.coefficient, rates);
  const unclipped = min(order.tokens, affordable);
  if (unclipped === 0n || unclipped < order.minTokens) return { kind: "refused", code: 6002, reason: "buySlippage" };
  const tokens = tokenUnits(min(unclipped, remainingOnCurve(curve)));
  const value = costOfBuy(curve.x, tokens, curve.coefficient);
  const fees = feesOf(value, rates);
  return {
    kind: "filled",
    tokens,
    value,
    fees,
    total: lamports(value + fees.total),
    xAfter: tokenUnits(curve.x + tokens),
    clipped: tokens < unclipped,
  };
};

/** Fills a sell as the program does: exact tokens, never below the floor, at least `minLamports` after fees. */
export const fillSell = (curve: Curve, order: SellOrder, rates: FeeRates): Fill | OrderRefusal => {
  if (curve.x >= curve.xMax) return { kind: "refused", code: 6006, reason: "closed" };
  if (order.tokens === 0n) return { kind: "refused", code: 6008, reason: "zero" };
  if (order.tokens > sellableOnCurve(curve)) return { kind: "refused", code: 6007, reason: "finalTokens" };
  const value = proceedsOfSell(curve.x, order.tokens, curve.coefficient);
  const fees = feesOf(value, rates);
  const total = value - fees.total;
  if (total < order.minLamports) return { kind: "refused", code: 6003, reason: "sellSlippage" };
  return {
    kind: "filled",
    tokens: order.tokens,
    value,
    fees,
    total: lamports(total),
    xAfter: tokenUnits(curve.x - order.tokens),
    clipped: false,
  };
};
