import { type TokenProfile, unitsPerToken } from "@tribe/contract";
import type { CostlyTrade } from "@tribe/domain/words";
import type { Assessment } from "./assessment.ts";

/** A trade on the curve, a buy beside today's price. */
export const costlyTrade = (
  { price }: Pick<TokenProfile, "price">,
  { order, priceImpactBps: impactBps, total: cost, tokens }: NonNullable<Assessment["quote"]>,
): CostlyTrade =>
  "minLamports" in order ? { side: "sell", impactBps } : { side: "buy", cost, today: (price * tokens) / unitsPerToken };
