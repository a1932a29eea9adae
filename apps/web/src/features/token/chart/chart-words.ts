import type { CandleSummary, ChartWindow } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import { clockTime, shortDate } from "../../../shared/time/clock.ts";
import type { ChartChoice } from "./chart-choice.ts";

const spans: Record<ChartWindow, string> = {
  "1h": "in the last hour",
  "4h": "in the last 4 hours",
  "1d": "in the last day",
  "1w": "in the last week",
  all: "since the beginning",
};

/** The chart's summary in a sentence. */
export const inWords = (
  summary: CandleSummary | null,
  window: ChartWindow,
  of: ChartChoice["of"] = "price",
): string => {
  if (!summary) return `No trade ${spans[window]}.`;
  const { open, close, high, low, volume, trades } = summary;
  const way = close > open ? "rose" : close < open ? "fell" : "stayed";
  const moved =
    way === "stayed" ? `at ${formatAmount(close)} SOL` : `from ${formatAmount(open)} to ${formatAmount(close)} SOL`;
  const count = trades === 1 ? "1 trade" : `${trades} trades`;
  const extremes = `highest ${formatAmount(high)}, lowest ${formatAmount(low)}`;
  return `The ${of === "price" ? "price" : "market cap"} ${way} ${moved} ${spans[window]}: ${extremes}, ${formatAmount(volume)} SOL in ${count}.`;
};

const dayInSeconds = 86_400;

/** A candle's time for a range of the given length (both in seconds): hour and minute up to a day, otherwise the date. */
export const shortTime = (time: number, stretch: number): string =>
  stretch > dayInSeconds ? shortDate(time * 1_000) : clockTime(time * 1_000);
