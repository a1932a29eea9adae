import { type TokenProfile, unitsPerToken } from "@tribe/contract";
import { quoteSell } from "@tribe/domain/curve";
import { noFlags } from "@tribe/domain/money";
import type { CostlyTrade } from "@tribe/domain/words";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import type { Assessment } from "./assessment.ts";

/** A trade on the curve: a buy beside today's price, and what a sale right after it would bring. */
export const costlyTrade = (token: TokenProfile, quote: NonNullable<Assessment["quote"]>): CostlyTrade => {
  const { order, priceImpactBps: impactBps, total, tokens, xAfter } = quote;
  if ("minLamports" in order) return { side: "sell", impactBps };
  const curve = { ...curveOf(token), x: xAfter };
  const sale = quoteSell({ curve, fees: token.fees, flags: noFlags, slippageBps: 0, tokens });
  const today = (token.price * tokens) / unitsPerToken;
  return { side: "buy", cost: total, today, resale: sale.kind === "refused" ? null : sale.total };
};
