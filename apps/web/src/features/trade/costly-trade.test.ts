import { lamports, tokenUnits } from "@tribe/contract";
import { fillBuy, fillSell, quoteBuy, quoteSell } from "@tribe/domain/curve";
import { feeRates, noFlags } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import { costlyTrade } from "./costly-trade.ts";
import { token, unit } from "./testing.ts";

const context = { curve: curveOf(token), fees: token.fees, flags: noFlags, slippageBps: 500 };

test("what a buy is worth right after it is what the curve would pay for it then", () => {
  const tokens = tokenUnits(900n * unit);
  const quote = quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens });
  if (quote.kind === "refused") throw new Error(quote.reason);
  const bought = fillBuy(context.curve, quote.order, feeRates(token.fees, "buy", noFlags));
  if (bought.kind === "refused") throw new Error(bought.reason);
  const after = { ...context.curve, x: bought.xAfter };
  const sold = fillSell(after, { tokens, minLamports: lamports(0n) }, feeRates(token.fees, "sell", noFlags));
  if (sold.kind === "refused") throw new Error(sold.reason);
  expect(costlyTrade(token, quote)).toEqual({
    side: "buy",
    cost: bought.total,
    today: 900n * token.price,
    resale: sold.total,
  });
});

test("the whole rest of the curve can't be sold right after, and a sale has only its impact", () => {
  const rest = quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(100_000n * unit) });
  if (rest.kind === "refused") throw new Error(rest.reason);
  expect(costlyTrade(token, rest)).toMatchObject({ side: "buy", resale: null });
  const sale = quoteSell({ ...context, tokens: tokenUnits(40n * unit) });
  if (sale.kind === "refused") throw new Error(sale.reason);
  expect(costlyTrade(token, sale)).toEqual({ side: "sell", impactBps: sale.priceImpactBps });
});
