import { type Lamports, lamports, maxBuyTokens, type TokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { type FeeSchedule, feeRates, type TradeFlags } from "../money/fees.ts";
import { divideDown, divideUp, max, min } from "../money/integers.ts";
import { type Curve, remainingOnCurve, unitPrice } from "./curve.ts";
import {
  type BuyOrder,
  type Fill,
  fillBuy,
  fillSell,
  type OrderRefusal,
  type SellOrder,
  totalOfBuy,
} from "./orders.ts";

interface QuoteContext {
  readonly curve: Curve;
  readonly fees: FeeSchedule;
  readonly flags: TradeFlags;
  /** How much worse than the quote the trade may be, in basis points from 0 to 10,000. */
  readonly slippageBps: number;
}

/** A buy by the amount to spend (including all fees) or by the tokens to get. */
export type BuyQuoteInput = QuoteContext &
  (
    | { readonly mode: "BUY_WITH_FIXED_SOL"; readonly sol: Lamports }
    | { readonly mode: "BUY_WITH_FIXED_TOKEN"; readonly tokens: TokenUnits }
  );

export type SellQuoteInput = QuoteContext & { readonly tokens: TokenUnits };

/** A quote: the trade's result now, and the order that limits its slippage. */
export interface Quote<Order> extends Fill {
  readonly order: Order;
  /** How much worse the average price is than the current one, in basis points, rounded up. */
  readonly priceImpactBps: number;
  /** Lamports per token after the trade. */
  readonly priceAfter: Lamports;
}

/**
 * Quotes a buy, exactly as the program would fill it at this position.
 * || Fixed SOL sends the typed SOL and accepts between the quote minus slippage and the quote plus slippage: if the price falls
 * further, the buyer keeps the remaining SOL. If the SOL pays for more than the curve has left, only the cost of the rest is
 * sent, which is enough wherever the curve moves before the trade lands. Fixed tokens sends `minTokens = tokens` and the
 * quote's total plus slippage, so that the buy never misses a threshold. A buy of more tokens than are left is quoted for the
 * rest. In both modes `clipped` says that only the rest is bought.
 */
export const quoteBuy = (input: BuyQuoteInput): Quote<BuyOrder> | OrderRefusal => {
  const { curve, slippageBps } = input;
  const rates = feeRates(input.fees, "buy", input.flags);
  const remaining = remainingOnCurve(curve);
  if (input.mode === "BUY_WITH_FIXED_TOKEN") {
    const tokens = tokenUnits(min(input.tokens, max(remaining, 0n)));
    const wanted = input.tokens > remaining;
    const exact = totalOfBuy(curve.x, tokens, curve.coefficient, rates);
    const order: BuyOrder = {
      tokens: tokens === 0n ? input.tokens : tokens,
      maxLamports: lamports(withHeadroom(exact, slippageBps)),
      minTokens: tokens,
    };
    const fill = fillBuy(curve, order, rates);
    return fill.kind === "refused" ? fill : { ...priced(curve, fill, "buy"), order, clipped: wanted };
  }
  const open: BuyOrder = {
    tokens: tokenUnits(maxBuyTokens * unitsPerToken),
    maxLamports: input.sol,
    minTokens: tokenUnits(0n),
  };
  const fill = fillBuy(curve, open, rates);
  if (fill.kind === "refused") return fill;
  const order: BuyOrder = {
    tokens: tokenUnits(min(withHeadroom(fill.tokens, slippageBps), min(remaining, open.tokens))),
    maxLamports: fill.clipped ? fill.total : input.sol,
    minTokens: tokenUnits(max(lessSlippage(fill.tokens, slippageBps), 1n)),
  };
  return { ...priced(curve, fill, "buy"), order };
};

/**
 * Quotes a sell of exactly `tokens`; the order requires the quote minus slippage, and at least one lamport if it yields any: a
 * wallet does not sign a minimum of zero.
 */
export const quoteSell = (input: SellQuoteInput): Quote<SellOrder> | OrderRefusal => {
  const rates = feeRates(input.fees, "sell", input.flags);
  const fill = fillSell(input.curve, { tokens: input.tokens, minLamports: lamports(0n) }, rates);
  if (fill.kind === "refused") return fill;
  const order = {
    tokens: input.tokens,
    minLamports: lamports(max(lessSlippage(fill.total, input.slippageBps), min(fill.total, 1n))),
  };
  return { ...priced(input.curve, fill, "sell"), order };
};

const withHeadroom = (amount: bigint, slippageBps: number): bigint =>
  divideUp(amount * BigInt(10_000 + slippageBps), 10_000n);

const lessSlippage = (amount: bigint, slippageBps: number): bigint =>
  divideDown(amount * BigInt(10_000 - slippageBps), 10_000n);

/** Adds the trade's price impact. Worse means more expensive for a buyer, cheaper for a seller. */
const priced = (curve: Curve, fill: Fill, side: "buy" | "sell") => {
  // Spot value of the fill: x²·a / (C·10¹⁸) lamports; the actual value differs because the curve bends.
  const spot = divideDown(curve.x * curve.x * fill.tokens, curve.coefficient * 10n ** 18n);
  const worse = side === "buy" ? fill.value - spot : spot - fill.value;
  const priceImpactBps = spot === 0n ? 0 : Number(divideUp(max(worse, 0n) * 10_000n, spot));
  return { ...fill, priceImpactBps, priceAfter: unitPrice(fill.xAfter, curve.coefficient) };
};
