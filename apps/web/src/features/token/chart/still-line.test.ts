import { lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";
import { describe, expect, it } from "vitest";
import { stillPicture } from "./still-line.ts";

const candle = (open: bigint, close: bigint, time = 0): Candle => ({
  time,
  open: lamports(open),
  high: lamports(open > close ? open : close),
  low: lamports(open > close ? close : open),
  close: lamports(close),
  volume: lamports(1n),
  trades: 1,
});

const whole = (candles: readonly Candle[]) => ({ from: -0.5, to: candles.length - 0.5 });
const box = { kind: "line", own: [], width: 100, height: 100 } as const;
const pictureOf = (...candles: Candle[]) => stillPicture(candles, whole(candles), box);

describe("the static chart", () => {
  it("is null without a candle", () => {
    expect(pictureOf()).toBeNull();
  });

  it("draws a line through the closing prices, within the interactive chart's margins", () => {
    expect(pictureOf(candle(10n, 20n), candle(20n, 10n))?.path).toBe("M25,8L75,76");
  });

  it("draws a constant price in the middle, with one label", () => {
    expect(pictureOf(candle(7n, 7n))).toMatchObject({ path: "M50,42", last: { price: 7n, down: 0.42 }, scale: [] });
  });

  it("labels the last price at its height, and round prices that don't overlap it", () => {
    const { last, scale } = pictureOf(candle(0n, 10n), candle(10n, 90n), candle(90n, 52n)) ?? {};
    expect(last?.price).toBe(52n);
    expect(scale?.map(({ price }) => price)).toEqual([20n, 40n, 80n]);
    const near = pictureOf(candle(0n, 10n), candle(10n, 90n), candle(90n, 12n));
    expect(near?.scale.map(({ price }) => price)).toEqual([40n, 60n, 80n]);
  });

  it("shows the given range with the same distances from the edges", () => {
    const candles = [candle(1n, 1n), candle(1n, 2n), candle(2n, 3n)];
    expect(stillPicture(candles, { from: 1.5, to: 3.5 }, box)).toMatchObject({ from: -25, to: 25 });
    expect(stillPicture(candles, { from: -1.5, to: 3.5 }, box)).toMatchObject({ from: 30, to: 70 });
  });

  it("draws candles with opening and closing prices for the kind `candles`", () => {
    const candles = [candle(10n, 20n), candle(20n, 10n)];
    const bars = stillPicture(candles, whole(candles), { ...box, kind: "candles" })?.bars;
    expect(bars?.map(({ x, open, close, isUp }) => [x, open, close, isUp])).toEqual([
      [25, 76, 8, true],
      [75, 8, 76, false],
    ]);
  });

  it("marks own trades on the line, but none outside the drawn candles", () => {
    const candles = [candle(10n, 20n, 60), candle(20n, 10n, 120)];
    const own = [
      { time: 120, side: "sell" },
      { time: 240, side: "buy" },
    ] as const;
    expect(stillPicture(candles, whole(candles), { ...box, own })?.own).toEqual([
      { side: "sell", across: 0.75, down: 0.76 },
    ]);
  });
});
