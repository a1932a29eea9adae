import { type Lamports, lamports } from "@tribe/contract";
import { max, min } from "../money/integers.ts";
import type { Candle } from "./candles.ts";

/** How far back a chart shows; `all` to the first trade. */
export const chartWindows = ["1h", "4h", "1d", "1w", "all"] as const;
export type ChartWindow = (typeof chartWindows)[number];

const hour = 3_600;
/** Seconds of a window, and of one of its candles: 48 to 96 of them. */
const lengths: Record<Exclude<ChartWindow, "all">, { readonly seconds: number; readonly interval: number }> = {
  "1h": { seconds: hour, interval: 60 },
  "4h": { seconds: 4 * hour, interval: 300 },
  "1d": { seconds: 24 * hour, interval: 900 },
  "1w": { seconds: 168 * hour, interval: 2 * hour },
};
const intervals = [5, 15, 60, 300, 900, hour, 4 * hour, 24 * hour, 168 * hour] as const;
const maxCandles = 150;

/** Start of a window and seconds of one candle, at `now`, for a token created at `created` (seconds since 1970). */
export const viewOf = (window: ChartWindow, created: number, now: number): { from: number; interval: number } => {
  if (window !== "all") return { from: now - lengths[window].seconds, interval: lengths[window].interval };
  const fitting = intervals.find((interval) => now - created <= interval * maxCandles);
  return { from: created, interval: fitting ?? 168 * hour };
};

/**
 * The seconds that a chart of a token from its beginning spans: until now, but within a token's first hour to its last trade
 * alone, as quiet minutes would push the few trades to the edge. `first` and `last`: the times of its trades.
 */
export const chartedSpan = (
  first: number,
  last: number,
  now: number,
): { readonly until: number; readonly isYoung: boolean } => {
  const isYoung = now - first < hour;
  return { until: isYoung ? Math.min(last, now) : now, isYoung };
};

/** The longest window for which enough is loaded, back to `oldest` (seconds): it shows without waiting. */
export const firstWindow = (oldest: number | null, hasOlder: boolean, now: number): ChartWindow => {
  if (!hasOlder || oldest === null) return "all";
  const covered = (["1w", "1d", "4h"] as const).find((window) => now - lengths[window].seconds >= oldest);
  return covered ?? "1h";
};

/** The summary of candles as one sentence needs it. */
export interface CandleSummary {
  readonly open: Lamports;
  readonly close: Lamports;
  readonly high: Lamports;
  readonly low: Lamports;
  readonly volume: Lamports;
  readonly trades: number;
}

/** Summarises candles; null for none. */
export const summaryOf = (candles: readonly Candle[]): CandleSummary | null => {
  const [first] = candles;
  const last = candles.at(-1);
  if (!first || !last) return null;
  return {
    open: first.open,
    close: last.close,
    high: lamports(candles.map(({ high }) => high as bigint).reduce(max)),
    low: lamports(candles.map(({ low }) => low as bigint).reduce(min)),
    volume: lamports(candles.reduce((sum, { volume }) => sum + volume, 0n)),
    trades: candles.reduce((sum, { trades }) => sum + trades, 0),
  };
};
