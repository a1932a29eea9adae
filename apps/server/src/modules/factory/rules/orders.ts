import {
  ApiError,
  type BodyOf,
  defaultSlippageBps,
  type Lamports,
  maxBuyTokens,
  type routes,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import {
  type BuyOrder,
  type Curve,
  type Fill,
  fillBuy,
  fillSell,
  type OrderRefusal,
  quoteBuy,
  quoteSell,
  type SellOrder,
} from "@tribe/domain/curve";
import { type FeeSchedule, feeRates, type TradeFlags } from "@tribe/domain/money";

/** The fields of a request that say what is traded. */
export type RequestedOrder = Pick<
  BodyOf<typeof routes.factory.prepareTrade>,
  | "tradeType"
  | "tokenAmountInLamports"
  | "maxSolInLamports"
  | "minTokensReceivedInLamports"
  | "minSolReceivedInLamports"
>;

/** What an order is quoted by. */
export interface OrderTerms {
  readonly curve: Curve;
  readonly fees: FeeSchedule;
  readonly flags: TradeFlags;
}

/**
 * The buy that was requested; what is left out comes from the quote with the default slippage.
 * @throws ApiError `invalid_field`, `slippage_exceeded`, `curve_closed`, `final_tokens`
 */
export const buyOrder = (body: RequestedOrder, { curve, fees, flags }: OrderTerms): BuyOrder => {
  const tokens = body.tokenAmountInLamports;
  if (tokens > maxBuyTokens * unitsPerToken)
    throw new ApiError("invalid_field", {
      field: "body.tokenAmountInLamports",
      message: `must be at most ${maxBuyTokens} tokens`,
    });
  const { maxSolInLamports: maxLamports, minTokensReceivedInLamports } = body;
  if (body.tradeType === "BUY_WITH_FIXED_SOL") {
    if (!maxLamports)
      throw new ApiError("invalid_field", { field: "body.maxSolInLamports", message: "must say what to spend" });
    return { tokens, maxLamports, minTokens: minTokensReceivedInLamports ?? tokenUnits(1n) };
  }
  const minTokens = minTokensReceivedInLamports ?? tokens;
  if (maxLamports !== undefined) return { tokens, maxLamports, minTokens };
  const slippageBps = defaultSlippageBps;
  const quote = quoteBuy({ mode: "BUY_WITH_FIXED_TOKEN", tokens, curve, fees, flags, slippageBps });
  if (quote.kind === "refused") throw refusalOf(quote);
  return { tokens, maxLamports: quote.order.maxLamports, minTokens };
};

/**
 * What a buy costs now, fees included.
 * @throws ApiError `invalid_field`, `slippage_exceeded`, `curve_closed`, `final_tokens`
 */
export const costOfBuy = (order: BuyOrder, { curve, fees, flags }: OrderTerms): Lamports =>
  filled(fillBuy(curve, order, feeRates(fees, "buy", flags))).total;

/**
 * The sell that was requested, if it can be filled now; what is left out comes from the quote with the default slippage.
 * @throws ApiError `invalid_field`, `slippage_exceeded`, `curve_closed`, `final_tokens`
 */
export const sellOrder = (body: RequestedOrder, { curve, fees, flags }: OrderTerms): SellOrder => {
  const tokens = body.tokenAmountInLamports;
  const quote = quoteSell({ tokens, curve, fees, flags, slippageBps: defaultSlippageBps });
  if (quote.kind === "refused") throw refusalOf(quote);
  const order = { tokens, minLamports: body.minSolReceivedInLamports ?? quote.order.minLamports };
  filled(fillSell(curve, order, feeRates(fees, "sell", flags)));
  return order;
};

const filled = (result: Fill | OrderRefusal): Fill => {
  if (result.kind === "refused") throw refusalOf(result);
  return result;
};

const refusalOf = (refusal: OrderRefusal): ApiError => {
  switch (refusal.reason) {
    case "buySlippage":
    case "sellSlippage":
      return new ApiError("slippage_exceeded");
    case "closed":
      return new ApiError("curve_closed");
    case "finalTokens":
      return new ApiError("final_tokens");
    case "zero":
      return new ApiError("invalid_field", { field: "body.tokenAmountInLamports", message: "must be above 0" });
  }
};
