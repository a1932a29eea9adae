import { lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";

/** From which time on (seconds) a chart is shown, to its newest candle. */
export interface View {
  readonly from: number;
  /** Seconds of one candle. */
  readonly interval: number;
  /** Room is left for older trades that are still to come. */
  readonly hasOlder: boolean;
}

/** Fewer candles than this are not drawn wider. */
const minCandles = 24;

/** Where a range begins that shows the first candle whole, and nothing before it. */
export const firstCandleMargin = -0.5;

/** A view as places in the list of candles: before the first one where older ones are awaited. */
export const rangeOf = (candles: readonly Candle[], view: View): { from: number; to: number } => {
  const last = candles.length - 1;
  const first = candles[0]?.time ?? view.from;
  const begin = Math.floor(view.from / view.interval) * view.interval;
  const found = candles.findIndex(({ time }) => time >= begin);
  const isAwaited = view.hasOlder && begin < first;
  const from = isAwaited ? (begin - first) / view.interval : found === -1 ? last : found;
  return { from: Math.min(from, last - minCandles) + firstCandleMargin, to: last + 1.5 };
};

const isSame = (one: Candle, other: Candle): boolean =>
  one.time === other.time &&
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low &&
  one.close === other.close &&
  one.volume === other.volume;

/** The place of the first candle that differs; the shorter length when one list only goes on. */
export const firstChange = (before: readonly Candle[], after: readonly Candle[]): number => {
  const length = Math.min(before.length, after.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [before[index], after[index]];
    if (!one || !other || !isSame(one, other)) return index;
  }
  return length;
};

/**
 * The same with the price before the very first trade as a candle of its own, so that a line of closing prices begins where
 * the price did. What is older than the list is not known to be the beginning.
 */
export const withOpening = (candles: readonly Candle[], interval: number, hasOlder: boolean): readonly Candle[] => {
  const first = candles[0];
  if (!first || hasOlder) return candles;
  const { open } = first;
  const opening = { time: first.time - interval, open, high: open, low: open, close: open, trades: 0 };
  return [{ ...opening, volume: lamports(0n) }, ...candles];
};
