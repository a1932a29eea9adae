import { lamports } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { chartedSpan, chartWindows, firstWindow, summaryOf, viewOf } from "./chart-windows.ts";

const now = 1_700_000_000;
const hour = 3_600;

describe("the window of a chart", () => {
  test("has a number of candles that fits a screen, whatever the token's age", () => {
    for (const window of chartWindows)
      for (const age of [0, 90, hour, 30 * hour, 400 * hour, 9_000 * hour]) {
        const { from, interval } = viewOf(window, now - age, now);
        expect((now - from) / interval).toBeLessThanOrEqual(150);
      }
  });

  test("goes back its length from now, or to the token's creation", () => {
    expect(viewOf("1d", 0, now).from).toBe(now - 24 * hour);
    expect(viewOf("all", now - 77, now).from).toBe(now - 77);
  });

  test("of a token's first hour ends with its last trade", () => {
    expect(chartedSpan(now - 1_700, now - 1_340, now)).toEqual({ until: now - 1_340, isYoung: true });
    // Six minutes of trades are as many candles as fit.
    expect(viewOf("all", now - 1_700, now - 1_340).interval).toBe(5);
    expect(chartedSpan(now - hour, now - 1_340, now)).toEqual({ until: now, isYoung: false });
    // The clock of the blocks may be ahead.
    expect(chartedSpan(now - 60, now + 3, now).until).toBe(now);
  });

  test("is at first the longest one that needs no more trades", () => {
    expect(firstWindow(null, false, now)).toBe("all");
    expect(firstWindow(now - 10 * hour, false, now)).toBe("all");
    expect(firstWindow(now - 200 * hour, true, now)).toBe("1w");
    expect(firstWindow(now - 25 * hour, true, now)).toBe("1d");
    expect(firstWindow(now - 5 * hour, true, now)).toBe("4h");
    expect(firstWindow(now - 60, true, now)).toBe("1h");
  });
});

describe("the summary of candles", () => {
  const candle = (open: bigint, high: bigint, low: bigint, close: bigint) => ({
    time: 0,
    open: lamports(open),
    high: lamports(high),
    low: lamports(low),
    close: lamports(close),
    volume: lamports(5n),
    trades: 2,
  });

  test("is null without candles", () => {
    expect(summaryOf([])).toBeNull();
  });

  test("goes from the first price to the last, with extremes and sums", () => {
    expect(summaryOf([candle(10n, 12n, 9n, 11n), candle(11n, 30n, 8n, 20n)])).toEqual({
      open: 10n,
      close: 20n,
      high: 30n,
      low: 8n,
      volume: 10n,
      trades: 4,
    });
  });
});
