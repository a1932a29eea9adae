import { lamports, type TradePoint, tokenUnits, tradePointSchema, unitsPerToken } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { unitPrice } from "../curve/curve.ts";
import { type Candle, candlesOf, joinCandles, type PricedTrade, pricedTrade, withQuietTimes } from "./candles.ts";

const price = fc.bigInt(1n, 10n ** 15n).map(lamports);
const trade = fc.record({
  time: fc.integer({ min: 1_700_000_000, max: 1_700_100_000 }),
  before: fc.option(price, { nil: null }),
  after: price,
  value: fc.bigInt(0n, 10n ** 12n).map(lamports),
});
const trades = fc.array(trade, { maxLength: 60 }).map((all) => all.toSorted((a, b) => a.time - b.time));
const interval = fc.constantFrom(5, 60, 900, 86_400);
const one = (time: number, after: bigint, value = 1n, before: bigint | null = null): PricedTrade => ({
  time,
  before: before === null ? null : lamports(before),
  after: lamports(after),
  value: lamports(value),
});
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const isTraded = (candle: Candle) => candle.trades > 0;

describe("candles", () => {
  test("are empty without a trade", () => {
    expect(candlesOf([], 60)).toEqual([]);
    expect(withQuietTimes([], 60, 1_700_000_000, 100)).toEqual([]);
  });

  test("have open, high, low, close and volume of their interval", () => {
    const all = [one(60, 100n, 5n, 90n), one(61, 70n, 6n, 100n), one(119, 110n, 7n, 70n), one(120, 105n, 8n, 110n)];
    expect(candlesOf(all, 60)).toEqual([
      { time: 60, open: 90n, high: 110n, low: 70n, close: 110n, volume: 18n, trades: 3 },
      { time: 120, open: 110n, high: 110n, low: 105n, close: 105n, volume: 8n, trades: 1 },
    ]);
  });

  test("of older and newer trades join to those of all, wherever they are split", () => {
    fc.assert(
      fc.property(trades, interval, fc.nat(60), (all, length, at) => {
        const [older, newer] = [all.slice(0, at), all.slice(at)];
        expect(joinCandles(candlesOf(older, length), candlesOf(newer, length))).toEqual(candlesOf(all, length));
      }),
    );
  });

  test("begin at multiples of the interval, each later than the previous one", () => {
    fc.assert(
      fc.property(trades, interval, (all, seconds) => {
        const candles = candlesOf(all, seconds);
        expect(candles.every(({ time }) => time % seconds === 0)).toBe(true);
        expect(candles.every(({ time }, index) => time > (candles[index - 1]?.time ?? 0))).toBe(true);
      }),
    );
  });

  test("lose no volume and no trade", () => {
    fc.assert(
      fc.property(trades, interval, (all, seconds) => {
        const candles = candlesOf(all, seconds);
        expect(sum(candles.map(({ volume }) => volume))).toBe(sum(all.map(({ value }) => value)));
        expect(candles.reduce((count, candle) => count + candle.trades, 0)).toBe(all.length);
      }),
    );
  });

  test("have their highest price above and their lowest below all others, and join without a gap", () => {
    fc.assert(
      fc.property(trades, interval, (all, seconds) => {
        const candles = candlesOf(all, seconds);
        for (const [index, { open, high, low, close }] of candles.entries()) {
          expect(high >= open && high >= close && low <= open && low <= close).toBe(true);
          if (index > 0) expect(open).toBe(candles[index - 1]?.close);
        }
        expect(candles.at(-1)?.close).toBe(all.at(-1)?.after);
      }),
    );
  });

  test("stay the same when newer trades arrive, except the newest candle", () => {
    fc.assert(
      fc.property(trades, interval, fc.nat(60), (all, seconds, count) => {
        const before = candlesOf(all.slice(0, count), seconds).slice(0, -1);
        expect(candlesOf(all, seconds).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test("keep their order when a block's time runs backwards", () => {
    expect(candlesOf([one(120, 10n), one(59, 12n)], 60)).toMatchObject([{ time: 120, close: 12n, trades: 2 }]);
  });
});

describe("intervals without a trade", () => {
  test("are flat candles at the last price, up to now", () => {
    const candles = candlesOf([one(60, 10n), one(200, 20n)], 60);
    expect(withQuietTimes(candles, 60, 300, 100).map(({ time, close, volume }) => [time, close, volume])).toEqual([
      [60, 10n, 1n],
      [120, 10n, 0n],
      [180, 20n, 1n],
      [240, 20n, 0n],
      [300, 20n, 0n],
    ]);
  });

  test("remove nothing, add at most the maximum number of candles, and add the newest first", () => {
    fc.assert(
      fc.property(trades, interval, fc.nat(500), fc.nat(10_000), (all, seconds, max, later) => {
        const candles = candlesOf(all, seconds);
        const until = (all.at(-1)?.time ?? 0) + later;
        const filled = withQuietTimes(candles, seconds, until, max);
        expect(filled.filter(isTraded)).toEqual(candles);
        expect(filled.length - candles.length).toBeLessThanOrEqual(max);
        const steps = filled.slice(1).map(({ time }, index) => time - (filled[index]?.time ?? 0));
        expect(steps.every((step) => step > 0 && step % seconds === 0)).toBe(true);
        // Before the newest jump nothing is filled.
        const jump = steps.findLastIndex((step) => step > seconds);
        if (jump >= 0) expect(filled.slice(0, jump + 1).every(isTraded)).toBe(true);
      }),
    );
  });

  test("do not end before a trade that is ahead of our clock", () => {
    expect(withQuietTimes(candlesOf([one(600, 10n)], 60), 60, 300, 100)).toHaveLength(1);
  });
});

describe("a trade", () => {
  const coefficient = 100_000_000n;
  const point = (kind: TradePoint["kind"], amount: bigint, supply: bigint): TradePoint => ({
    ...z.decode(tradePointSchema, {
      seq: 1,
      kind,
      venue: "curve",
      trader: "11111111111111111111111111111111",
      amount: "0",
      newTokens: null,
      value: "225000",
      unitPrice: "225000",
      priceAfter: "0",
      supplyAfterTrade: "0",
      blockTime: 1_700_000_000,
      signature: "1".repeat(64),
    }),
    amount: tokenUnits(amount),
    supplyAfterTrade: tokenUnits(supply),
    priceAfter: unitPrice(supply, coefficient),
  });

  test("on the curve goes from the price before it to the price after it, also down", () => {
    const buy = pricedTrade(point("buy", 10n * unitsPerToken, 160n * unitsPerToken), coefficient);
    expect([buy.before, buy.after]).toEqual([225_000n, 256_000n]);
    const sell = pricedTrade(point("sell", 10n * unitsPerToken, 150n * unitsPerToken), coefficient);
    expect([sell.before, sell.after]).toEqual([256_000n, 225_000n]);
  });

  test("in the pool begins at the price that the previous one left", () => {
    const last = pricedTrade(point("buy", 10n * unitsPerToken, 2_943n * unitsPerToken), coefficient);
    const swap = { ...point("sell", 10n * unitsPerToken, 2_943n * unitsPerToken), venue: "pool" as const };
    const priced = pricedTrade({ ...swap, priceAfter: lamports(80_000_000n) }, coefficient);
    expect(priced.before).toBeNull();
    expect(
      candlesOf(
        [
          { ...last, time: 0 },
          { ...priced, time: 60 },
        ],
        60,
      )[1],
    ).toMatchObject({
      open: last.after,
      high: last.after,
      low: 80_000_000n,
      close: 80_000_000n,
    });
  });

  test("on the curve ends where the next one begins", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 2, maxLength: 20 }), (amounts) => {
        let supply = 150n * unitsPerToken;
        const all = amounts.map((amount) => {
          supply += amount;
          return pricedTrade(point("buy", amount, supply), coefficient);
        });
        for (const [index, { before }] of all.slice(1).entries()) expect(before).toBe(all[index]?.after);
        expect(all.at(-1)?.after).toBe(unitPrice(supply, coefficient));
      }),
    );
  });
});
