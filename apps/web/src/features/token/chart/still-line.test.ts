import { lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";
import { describe, expect, it } from "vitest";
import { stillLine } from "./still-line.ts";

const candle = (open: bigint, close: bigint): Candle => ({
  time: 0,
  open: lamports(open),
  high: lamports(open > close ? open : close),
  low: lamports(open > close ? close : open),
  close: lamports(close),
  volume: lamports(1n),
  trades: 1,
});

const lineOf = (...candles: Candle[]) => stillLine(candles, 100, 100);

describe("the still line", () => {
  it("is none without a candle", () => {
    expect(lineOf()).toBeNull();
  });

  it("runs from the first opening price over each closing price, low prices below, within the chart's margins", () => {
    expect(lineOf(candle(10n, 20n), candle(20n, 10n))?.path).toBe("M0,76L50,8L100,76");
  });

  it("draws a price that never moved in the middle, and writes it once", () => {
    expect(lineOf(candle(7n, 7n))).toEqual({ path: "M0,42L100,42", marks: [{ price: 7n, down: 0.42 }] });
  });

  it("writes the last price, the highest and the lowest where they stand", () => {
    expect(lineOf(candle(10n, 30n), candle(30n, 20n))?.marks).toEqual([
      { price: 20n, down: 0.42 },
      { price: 30n, down: 0.08 },
      { price: 10n, down: 0.76 },
    ]);
  });

  it("leaves out an extreme that would lie over the last price", () => {
    expect(lineOf(candle(10n, 30n), candle(30n, 29n))?.marks.map(({ price }) => price)).toEqual([29n, 10n]);
  });
});
