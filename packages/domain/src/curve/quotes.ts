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
  /** How much worse than the quote the trade may be, in basis points 0 to 10,000. */
  readonly slippageBps: number;
}

/** A buy by what is spent (all fees in) or by what is wanted. */
export type BuyQuoteInput = QuoteContext &
  (
    | { readonly mode: "BUY_WITH_FIXED_SOL"; readonly sol: Lamports }
    | { readonly mode: "BUY_WITH_FIXED_TOKEN"; readonly tokens: TokenUnits }
  );

export type SellQuoteInput = QuoteContext & { readonly tokens: TokenUnits };

/** A quote: what would happen now, and the order that keeps it within the slippage. */
export interface Quote<Order> extends Fill {
  readonly order: Order;
  /** By how much the average price is worse than the present one, in basis points, rounded up. */
  readonly priceImpactBps: number;
  /** Lamports per token after the trade. */
  readonly priceAfter: Lamports;
}

/**
 * Quotes a buy, exactly as the program would fill it at this position.
 *
 * Fixed SOL sends the SOL as typed and takes the quote less slippage to the quote plus slippage: a price that falls
 * further leaves SOL with the buyer. SOL that pays for more than the curve has left sends only what that costs, which is
 * enough wherever the curve goes before the trade lands. Fixed tokens sends `minTokens = tokens` and the quote's total
 * plus slippage, so that what is bought never misses a threshold. More tokens than the curve has left
 * are quoted as what is left. `clipped` says in both modes that only what is left is bought.
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
 * Quotes a sell of exactly `tokens`; the order takes at least the quote less slippage, and at least a lamport where one comes:
 * a wallet signs no minimum of nothing.
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

/** Adds what the trade does to the price. Worse means dearer for a buyer, cheaper for a seller. */
const priced = (curve: Curve, fill: Fill, side: "buy" | "sell") => {
  // Spot price of the fill: x²·a / (C·10¹⁸) lamports; the value differs from it by the curve's bend.
  const spot = divideDown(curve.x * curve.x * fill.tokens, curve.coefficient * 10n ** 18n);
  const worse = side === "buy" ? fill.value - spot : spot - fill.value;
  const priceImpactBps = spot === 0n ? 0 : Number(divideUp(max(worse, 0n) * 10_000n, spot));
  return { ...fill, priceImpactBps, priceAfter: unitPrice(fill.xAfter, curve.coefficient) };
};
