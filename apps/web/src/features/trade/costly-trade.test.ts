import { tokenUnits } from "@tribe/contract";
import { quoteBuy, quoteSell, unitPrice } from "@tribe/domain/curve";
import { noFlags } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import { costlyTrade } from "./costly-trade.ts";
import { token, unit } from "./testing.ts";

const context = { curve: curveOf(token), fees: token.fees, flags: noFlags, slippageBps: 500 };
const price = unitPrice(token.supply, token.bondingCurveCoefficient);

test("a buy has its cost with all fees, and what its tokens are worth at today's price; a sale has its impact", () => {
  const quote = quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(900n * unit) });
  if (quote.kind === "refused") throw new Error(quote.reason);
  expect(costlyTrade({ price }, quote)).toEqual({ side: "buy", cost: quote.total, today: 900n * price });
  const sale = quoteSell({ ...context, tokens: tokenUnits(40n * unit) });
  if (sale.kind === "refused") throw new Error(sale.reason);
  expect(costlyTrade({ price }, sale)).toEqual({ side: "sell", impactBps: sale.priceImpactBps });
});
