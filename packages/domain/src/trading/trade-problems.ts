import type { ApiErrorCode } from "@tribe/contract";
import { type Curve, isAtFloor, isClosed, sellableOnCurve } from "../curve/curve.ts";
import type { TradeTerms } from "./fee-eligibility.ts";

/** Codes of the catalogue, so that dialog and server refuse for the same reasons in the same order. */
export type TradeProblem = Extract<
  ApiErrorCode,
  "curve_closed" | "final_tokens" | "insufficient_tokens" | "insufficient_sol" | "affiliate_without_referral"
>;

interface Money {
  readonly curve: Curve;
  /** Lamports in the wallet; null while unknown. */
  readonly solBalance: bigint | null;
  /** Everything that leaves and must stay, in lamports; null before the quote. */
  readonly required: bigint | null;
}

/** The known facts of a trade. */
export type TradeFacts = Money &
  (
    | {
        readonly side: "buy";
        /** Null as in {@link tradeTerms}. */
        readonly terms: TradeTerms | null;
      }
    | {
        readonly side: "sell";
        /** Null before an amount is typed. */
        readonly tokens: bigint | null;
        /** The amount that can be sold; null while unknown. */
        readonly holding: bigint | null;
      }
  );

const sideProblem = (trade: TradeFacts): TradeProblem | null => {
  if (trade.side === "buy") return trade.terms === null ? "affiliate_without_referral" : null;
  const { curve, tokens, holding } = trade;
  const sellable = sellableOnCurve(curve);
  // The curve's final tokens cannot be sold, whoever holds them.
  if (isAtFloor(curve) || sellable === 0n) return "final_tokens";
  if (tokens === null) return null;
  if (holding !== null && tokens > holding) return "insufficient_tokens";
  return tokens > sellable ? "final_tokens" : null;
};

/** The first reason why a trade is impossible, or null. Unknown values are not a reason. */
export const tradeProblem = (trade: TradeFacts): TradeProblem | null => {
  if (isClosed(trade.curve)) return "curve_closed";
  const ofSide = sideProblem(trade);
  if (ofSide) return ofSide;
  const { solBalance, required } = trade;
  return solBalance !== null && required !== null && required > solBalance ? "insufficient_sol" : null;
};
