import { lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";

/** The range of a chart, from a time (in seconds) to its newest candle. */
export interface View {
  readonly from: number;
  /** Seconds of one candle. */
  readonly interval: number;
  /** Whether there are older trades that are not loaded: room is left for them. */
  readonly hasOlder: boolean;
}

/** The smallest length of a range, in candles: fewer are not drawn wider, and have room after them. */
const minCandles = 12;

/** The beginning of a range that shows the whole first candle and nothing before it. */
export const firstCandleMargin = -0.5;

/** A view as positions in the list of candles; `from` is negative if older candles are expected. */
export const rangeOf = (candles: readonly Candle[], view: View): { from: number; to: number } => {
  const last = candles.length - 1;
  const first = candles[0]?.time ?? view.from;
  const begin = Math.floor(view.from / view.interval) * view.interval;
  const found = candles.findIndex(({ time }) => time >= begin);
  const isAwaited = view.hasOlder && begin < first;
  if (!isAwaited && found === -1) return { from: last - minCandles + firstCandleMargin, to: last + 1.5 };
  const from = isAwaited ? (begin - first) / view.interval : found;
  return { from: from + firstCandleMargin, to: Math.max(last + 1.5, from + minCandles) };
};

/** A line of fewer points is drawn alone: the area below it would be a block. */
const minFilled = 10;

/** Whether the area below the line is filled. */
export const isFilled = (candles: readonly Candle[]): boolean =>
  candles.filter(({ trades }) => trades > 0).length >= minFilled;

const isSame = (one: Candle, other: Candle): boolean =>
  one.time === other.time &&
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low &&
  one.close === other.close &&
  one.volume === other.volume;

/** The index of the first candle that differs; the shorter length if one list is the beginning of the other. */
const firstChange = (before: readonly Candle[], after: readonly Candle[]): number => {
  const length = Math.min(before.length, after.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [before[index], after[index]];
    if (!one || !other || !isSame(one, other)) return index;
  }
  return length;
};

/**
 * The candles by which one list goes on from another: its newest candle changed, or newer ones came. Null where the lists differ in
 * anything else, as when an only candle got older ones before it.
 */
export const newestChanges = (before: readonly Candle[], after: readonly Candle[]): readonly Candle[] | null => {
  const last = before.at(-1);
  const changed = firstChange(before, after);
  if (!last || changed < before.length - 1 || after.length < before.length) return null;
  const changes = after.slice(changed);
  return (changes[0]?.time ?? last.time) >= last.time ? changes : null;
};

/**
 * Adds a candle with the price before the very first trade, so that a line of closing prices begins at that price. Adds none if
 * there are older trades, because the list's first candle is not the token's then.
 */
export const withOpening = (candles: readonly Candle[], interval: number, hasOlder: boolean): readonly Candle[] => {
  const first = candles[0];
  if (!first || hasOlder) return candles;
  const { open } = first;
  const opening = { time: first.time - interval, open, high: open, low: open, close: open, trades: 0 };
  return [{ ...opening, volume: lamports(0n) }, ...candles];
};
