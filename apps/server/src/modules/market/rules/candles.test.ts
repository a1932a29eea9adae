import { max, min } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { candlesOf, type IntervalSums } from "./candles.ts";

const interval = (time: number, prices: readonly bigint[]): IntervalSums => ({
  time,
  high: prices.reduce(max),
  low: prices.reduce(min),
  first: prices[0] ?? 0n,
  close: prices.at(-1) ?? 0n,
  volume: 5n,
  trades: prices.length,
});

test.each([
  {
    name: "a token's first candle opens at the price after its first trade",
    before: null,
    prices: [[7n, 9n, 8n]],
    candles: [[7n, 9n, 7n, 8n]],
  },
  {
    name: "a candle opens where the one before closed",
    before: 5n,
    prices: [[7n], [6n, 8n]],
    candles: [
      [5n, 7n, 5n, 7n],
      [7n, 8n, 6n, 8n],
    ],
  },
  {
    name: "an opening above all trades is the high",
    before: 20n,
    prices: [[10n, 11n]],
    candles: [[20n, 20n, 10n, 11n]],
  },
  { name: "no trades, no candles", before: 5n, prices: [], candles: [] },
])("$name", ({ before, prices, candles }) => {
  const sums = prices.map((each, index) => interval(index * 60, each));
  const made = candlesOf(sums, before);
  expect(made.map(({ open, high, low, close }) => [open, high, low, close])).toEqual(candles);
  expect(made.map(({ time, volume, trades }) => ({ time, volume, trades }))).toEqual(
    sums.map(({ time, volume, trades }) => ({ time, volume, trades })),
  );
});
