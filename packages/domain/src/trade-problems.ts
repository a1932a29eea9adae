import type { ApiErrorCode } from "@tribe/contract";
import { type Curve, isAtFloor, isClosed, sellableOnCurve } from "./curve.ts";
import { areFlagsValid, type TradeFlags } from "./fees.ts";

/** Codes of the catalogue, so that dialog and server refuse for the same reason in the same order. */
export type TradeProblem = Extract<
  ApiErrorCode,
  "curve_closed" | "final_tokens" | "insufficient_tokens" | "insufficient_sol" | "affiliate_without_referral"
>;

/**
 * Why a buy cannot go on, or null.
 * @param required everything that leaves and the rent-exempt rest, in lamports.
 */
export const buyProblem = (input: {
  readonly curve: Curve;
  readonly flags: TradeFlags;
  readonly solBalance: bigint;
  readonly required: bigint;
}): TradeProblem | null => {
  if (isClosed(input.curve)) return "curve_closed";
  if (!areFlagsValid(input.flags)) return "affiliate_without_referral";
  return input.required > input.solBalance ? "insufficient_sol" : null;
};

/**
 * Why a sell cannot go on, or null.
 * @param required what the wallet must hold for the network's fees, in lamports.
 */
export const sellProblem = (input: {
  readonly curve: Curve;
  readonly tokens: bigint;
  readonly holding: bigint;
  readonly solBalance: bigint;
  readonly required: bigint;
}): TradeProblem | null => {
  if (isClosed(input.curve)) return "curve_closed";
  if (input.tokens > input.holding) return "insufficient_tokens";
  if (isAtFloor(input.curve) || input.tokens > sellableOnCurve(input.curve)) return "final_tokens";
  return input.required > input.solBalance ? "insufficient_sol" : null;
};
