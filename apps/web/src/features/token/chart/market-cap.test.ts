import {
  defaultBondingCurveCoefficient,
  lamports,
  newTokenUnits,
  type TokenProfile,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { candlesOf } from "@tribe/domain/chart";
import { marketValueOnCurve, maxPosition, unitPrice } from "@tribe/domain/curve";
import { marketValueInPool } from "@tribe/domain/pool";
import { expect, it } from "vitest";
import { capCandles, marketCapAt, movedAt, priceCandles } from "./market-cap.ts";

const floor = tokenUnits(150n * unitsPerToken);
const coefficient = defaultBondingCurveCoefficient;
const maxSupply = maxPosition(floor, coefficient);
const onCurve = {
  price: lamports(0n),
  virtualSupply: floor,
  maxSupply,
  bondingCurveCoefficient: coefficient,
  referralBonus: tokenUnits(5n * unitsPerToken),
  conversionRate: null,
  pool: null,
};

it("is the value of the supply on the curve at that price, within the rounding of a price in whole lamports", () => {
  for (const whole of [151n, 300n, 1_000n, 1_900n]) {
    const x = tokenUnits(whole * unitsPerToken);
    const exact = marketValueOnCurve({ x, floor, xMax: maxSupply, coefficient }, onCurve.referralBonus);
    const cap = marketCapAt(onCurve, unitPrice(x, coefficient), false);
    expect(Math.abs(Number(cap - exact)) / Number(exact)).toBeLessThan(0.000_1);
  }
});

it("is limited to the range from an empty curve to a full one", () => {
  expect(marketCapAt(onCurve, lamports(1n), false)).toBeGreaterThanOrEqual(0n);
  const full = marketValueOnCurve({ x: maxSupply, floor, xMax: maxSupply, coefficient }, onCurve.referralBonus);
  expect(marketCapAt(onCurve, lamports(10n ** 15n), false)).toBe(full);
});

it("equals the page's figure for a pool at the present price, and is larger at a higher price", () => {
  const rate = 2_000n;
  const tokens = newTokenUnits(2_000_000n * unitsPerToken);
  const pool = { lamports: lamports(85n * 10n ** 9n), tokens, liquidityBps: 20, creatorBps: 50, platformBps: 30 };
  const moved = { ...onCurve, price: lamports(40_000_000n), conversionRate: rate, pool };
  const now = marketCapAt(moved, moved.price, true);
  expect(now).toBe(marketValueInPool(moved.price, rate, tokens));
  expect(marketCapAt(moved, lamports(80_000_000n), true)).toBeGreaterThan(now);
});

it("converts a candle's prices to market caps and keeps its volume", () => {
  const price = unitPrice(tokenUnits(300n * unitsPerToken), coefficient);
  const candles = candlesOf([{ time: 60, before: null, after: price, value: lamports(7n) }], 60);
  const [candle] = capCandles(onCurve, candles, 60, movedAt([]));
  expect(candle).toMatchObject({ time: 60, volume: 7n, close: marketCapAt(onCurve, price, false) });
});

it("shows the price of 1,000 new tokens after a migration, also for trades on the curve", () => {
  const newMint = "55gWvuK6SWwSwHxShCwEDCWxZtbRvHk8aJ4wLhgm8Pq2" as TokenProfile["newMint"]; // any value
  const [before, after] = [lamports(300_000n), lamports(400_000n)];
  const candles = candlesOf([{ time: 60, before, after, value: lamports(7n) }], 60);
  const prices = { open: 150n, high: 200n, low: 150n, close: 200n, volume: 7n };
  expect(priceCandles({ newMint, conversionRate: 2_000n }, candles)).toEqual([{ ...candles[0], ...prices }]);
  expect(priceCandles({ newMint: null, conversionRate: null }, candles)).toBe(candles);
});
