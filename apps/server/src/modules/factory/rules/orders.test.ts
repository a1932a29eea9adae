import { lamports, maxBuyTokens, tokenUnits, unitsPerToken } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { buyOrder, costOfBuy, type OrderTerms, type RequestedOrder, sellOrder } from "./orders.ts";

const terms: OrderTerms = {
  curve: {
    x: tokenUnits(200n * unitsPerToken),
    floor: tokenUnits(145n * unitsPerToken),
    xMax: tokenUnits(2_000n * unitsPerToken),
    coefficient: 100_000_000n,
  },
  fees: {
    creatorBuyBps: 100,
    creatorSellBps: 100,
    platformBuyBps: 100,
    platformSellBps: 100,
    referralBps: 0,
    affiliateBps: 0,
    discountBps: 0,
  },
  flags: noFlags,
};
const closed: OrderTerms = { ...terms, curve: { ...terms.curve, x: terms.curve.xMax } };
const ten = tokenUnits(10n * unitsPerToken);
const buy = (fields: Partial<RequestedOrder> = {}): RequestedOrder => ({
  tradeType: "BUY_WITH_FIXED_TOKEN",
  tokenAmountInLamports: ten,
  ...fields,
});
const sell = (fields: Partial<RequestedOrder> = {}) => buy({ tradeType: "SELL_WITH_FIXED_TOKEN", ...fields });

test.each<{ name: string; body: RequestedOrder; order: object }>([
  {
    name: "limits as requested",
    body: buy({ maxSolInLamports: lamports(5n), minTokensReceivedInLamports: tokenUnits(3n) }),
    order: { tokens: ten, maxLamports: 5n, minTokens: 3n },
  },
  {
    name: "all tokens or none, if nothing else is requested",
    body: buy({ maxSolInLamports: lamports(5n) }),
    order: { tokens: ten, maxLamports: 5n, minTokens: ten },
  },
  {
    name: "at least something for a fixed amount of SOL",
    body: buy({ tradeType: "BUY_WITH_FIXED_SOL", maxSolInLamports: lamports(5n) }),
    order: { tokens: ten, maxLamports: 5n, minTokens: 1n },
  },
])("a buy has $name", ({ body, order }) => {
  expect(buyOrder(body, terms)).toEqual(order);
});

test("a buy without a limit costs at most the quote with the default slippage", () => {
  const order = buyOrder(buy(), terms);
  const cost = costOfBuy(order, terms);
  expect(order.maxLamports).toBeGreaterThan(cost);
  expect(order.maxLamports).toBeLessThan((cost * 11n) / 10n);
});

test.each<{ name: string; body: RequestedOrder; at?: OrderTerms; code: string }>([
  {
    name: "of too many tokens",
    body: buy({ tokenAmountInLamports: tokenUnits((maxBuyTokens + 1n) * unitsPerToken) }),
    code: "invalid_field",
  },
  { name: "for an unknown amount of SOL", body: buy({ tradeType: "BUY_WITH_FIXED_SOL" }), code: "invalid_field" },
  { name: "of nothing", body: buy({ tokenAmountInLamports: tokenUnits(0n) }), code: "invalid_field" },
  { name: "for too little SOL", body: buy({ maxSolInLamports: lamports(5n) }), code: "slippage_exceeded" },
  { name: "from a closed curve", body: buy(), at: closed, code: "curve_closed" },
])("a buy $name is refused", ({ body, at = terms, code }) => {
  expect(() => costOfBuy(buyOrder(body, at), at)).toThrow(expect.objectContaining({ code }));
});

test("a sell has the requested limit, or one below the quote", () => {
  expect(sellOrder(sell({ minSolReceivedInLamports: lamports(5n) }), terms)).toEqual({ tokens: ten, minLamports: 5n });
  expect(sellOrder(sell(), terms).minLamports).toBeGreaterThan(0n);
});

test.each<{ name: string; body: RequestedOrder; at?: OrderTerms; code: string }>([
  { name: "of nothing", body: sell({ tokenAmountInLamports: tokenUnits(0n) }), code: "invalid_field" },
  {
    name: "for too much SOL",
    body: sell({ minSolReceivedInLamports: lamports(10n ** 15n) }),
    code: "slippage_exceeded",
  },
  {
    name: "of tokens that the curve keeps",
    body: sell({ tokenAmountInLamports: tokenUnits(60n * unitsPerToken) }),
    code: "final_tokens",
  },
  { name: "to a closed curve", body: sell(), at: closed, code: "curve_closed" },
])("a sell $name is refused", ({ body, at = terms, code }) => {
  expect(() => sellOrder(body, at)).toThrow(expect.objectContaining({ code }));
});
