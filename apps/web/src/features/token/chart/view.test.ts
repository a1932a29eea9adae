import { lamports } from "@tribe/contract";
import { type Candle, candlesOf } from "@tribe/domain/chart";
import { describe, expect, it } from "vitest";
import { newestChanges, rangeOf, withOpening } from "./view.ts";

const candles = (count: number, last = 10n): Candle[] =>
  candlesOf(
    Array.from({ length: count }, (_, index) => ({
      time: 6_000 + index * 60,
      before: null,
      after: lamports(index === count - 1 ? last : 10n),
      value: lamports(1n),
    })),
    60,
  );

describe("the visible range of a window", () => {
  it("begins at the window's first candle and ends after the newest", () => {
    expect(rangeOf(candles(100), { from: 6_000 + 40 * 60 + 7, interval: 60, hasOlder: false })).toEqual({
      from: 39.5,
      to: 100.5,
    });
  });

  it("begins at the first trade, or leaves room for older ones that are not loaded", () => {
    const view = { from: 6_000 - 600, interval: 60 };
    expect(rangeOf(candles(100), { ...view, hasOlder: false }).from).toBe(-0.5);
    expect(rangeOf(candles(100), { ...view, hasOlder: true }).from).toBe(-10.5);
  });

  it("has a minimum length, so that few candles are not too wide: the first one at the left edge, room after the last", () => {
    expect(rangeOf(candles(2), { from: 6_000, interval: 60, hasOlder: false })).toEqual({ from: -0.5, to: 12 });
  });

  it("shows the newest candle if the window contains none", () => {
    expect(rangeOf(candles(100), { from: 1_000_000, interval: 60, hasOlder: false }).to).toBe(100.5);
  });
});

describe("how one list of candles goes on from another", () => {
  it("is by its changed newest candle, by added ones, or not at all", () => {
    expect(newestChanges(candles(5), candles(5, 11n))).toEqual(candles(5, 11n).slice(4));
    expect(newestChanges(candles(5), candles(6))).toEqual(candles(6).slice(5));
    expect(newestChanges(candles(5), candles(5))).toEqual([]);
    expect(newestChanges(candles(1), candles(1, 11n))).toEqual(candles(1, 11n));
    expect(newestChanges(candles(5), candles(4))).toBeNull();
    expect(newestChanges([], candles(1))).toBeNull();
  });

  it("is not by older candles, not even before an only one", () => {
    expect(newestChanges(candles(5).slice(2), candles(5))).toBeNull();
    expect(newestChanges(candles(5).slice(4), candles(5))).toBeNull();
    expect(newestChanges(candles(1), withOpening(candles(1), 60, false))).toBeNull();
  });
});

describe("the opening candle", () => {
  it("precedes only the very first candle, at its opening price", () => {
    const [first] = candles(3);
    const opened = withOpening(candles(3), 60, false);
    expect(opened).toHaveLength(4);
    expect(opened[0]).toMatchObject({
      time: (first?.time ?? 0) - 60,
      open: first?.open,
      close: first?.open,
      trades: 0,
    });
    expect(withOpening(candles(3), 60, true)).toHaveLength(3);
    expect(withOpening([], 60, false)).toEqual([]);
  });
});
