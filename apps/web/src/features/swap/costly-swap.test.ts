import { lamports, newTokenUnits } from "@tribe/contract";
import { poolValue, quotePool } from "@tribe/domain/pool";
import { expect, test } from "vitest";
import { costlySwap } from "./costly-swap.ts";

const pool = {
  lamports: lamports(85n * 10n ** 9n),
  tokens: newTokenUnits(200_000_000n * 10n ** 6n),
  liquidityBps: 20,
  creatorBps: 40,
  platformBps: 40,
};
const quoteOf = (order: Parameters<typeof quotePool>[0]["order"]) => {
  const quote = quotePool({ pool, rates: pool, order, slippageBps: 500 });
  if (quote.kind === "refused") throw new Error(quote.reason);
  return quote;
};

test("a buy of half the pool costs twice today's price, and a sale right after brings it back less the fees", () => {
  const input = lamports(86n * 10n ** 9n);
  const quote = quoteOf({ direction: "buy", input });
  const trade = costlySwap(pool, quote);
  if (trade.side !== "buy" || trade.resale === null) throw new Error("it can be sold");
  expect(trade.today).toBe(poolValue(pool, newTokenUnits(quote.amounts.output)));
  expect(trade.cost / trade.today).toBe(2n);
  expect(trade.resale < input && trade.resale * 100n > input * 97n).toBe(true);
});

test("a sale has only its impact", () => {
  const quote = quoteOf({ direction: "sell", input: newTokenUnits(200_000_000n * 10n ** 6n) });
  expect(costlySwap(pool, quote)).toEqual({ side: "sell", impactBps: quote.priceImpactBps });
});
