import { lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain";
import { describe, expect, it } from "vitest";
import { stillPath } from "./still-path.ts";

const candle = (open: bigint, close: bigint): Candle => ({
  time: 0,
  open: lamports(open),
  high: lamports(open > close ? open : close),
  low: lamports(open > close ? close : open),
  close: lamports(close),
  volume: lamports(1n),
  trades: 1,
});

describe("the still line", () => {
  it("is none without a candle", () => {
    expect(stillPath([], 100, 100)).toBeNull();
  });

  it("runs from the first opening price over each closing price, low prices below, within the chart's margins", () => {
    expect(stillPath([candle(10n, 20n), candle(20n, 10n)], 100, 100)).toBe("M0,76L50,8L100,76");
  });

  it("draws a price that never moved in the middle", () => {
    expect(stillPath([candle(7n, 7n)], 100, 100)).toBe("M0,42L100,42");
  });
});
