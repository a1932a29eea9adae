import { type Candle, lamports } from "@tribe/contract";
import { max, min } from "@tribe/domain/money";

/** The trades of one interval, summed up. */
export interface IntervalSums {
  /** The interval's beginning, in seconds. */
  readonly time: number;
  readonly high: bigint;
  readonly low: bigint;
  /** The prices after its first and its last trade. */
  readonly first: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly trades: number;
}

/**
 * The candles of intervals that follow each other. A candle opens where the one before closed; a token's first one opens at the
 * price after its first trade.
 * @param priceBefore the price before the first interval; null for a token's first one
 */
export const candlesOf = (intervals: readonly IntervalSums[], priceBefore: bigint | null): Candle[] => {
  let last = priceBefore;
  return intervals.map(({ time, high, low, first, close, volume, trades }) => {
    const open = last ?? first;
    last = close;
    return {
      time,
      open: lamports(open),
      high: lamports(max(high, open)),
      low: lamports(min(low, open)),
      close: lamports(close),
      volume: lamports(volume),
      trades,
    };
  });
};
