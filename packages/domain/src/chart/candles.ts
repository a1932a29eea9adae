import { type Candle, type Lamports, lamports, type TradePoint } from "@tribe/contract";
import { unitPrice } from "../curve/curve.ts";
import { max, min } from "../money/integers.ts";

export type { Candle } from "@tribe/contract";

/** A trade's data for a chart. Prices are lamports per whole (old) token. */
export interface PricedTrade {
  /** Seconds since 1970. */
  readonly time: number;
  /** Null when the venue does not give it: then it is the price after the previous trade. */
  readonly before: Lamports | null;
  readonly after: Lamports;
  /** Lamports before fees. */
  readonly value: Lamports;
}

/**
 * A trade moves the price from its start to its end; the average that was paid is in between. So a candle's close is the price
 * that the page shows. On the curve the supply gives the price before the trade as well.
 */
export const pricedTrade = (point: TradePoint, coefficient: bigint): PricedTrade => {
  const { kind, venue, amount, value, priceAfter: after, supplyAfterTrade: supply } = point;
  const before = venue === "curve" ? unitPrice(kind === "sell" ? supply + amount : supply - amount, coefficient) : null;
  return { time: point.blockTime, before, after, value };
};

/**
 * The candles of trades (oldest first), one for each interval (seconds) that has a trade. A candle opens at the close of the
 * previous one. A trade whose block time runs backwards stays in the newest candle.
 */
export const candlesOf = (trades: Iterable<PricedTrade>, interval: number): Candle[] => {
  const candles: Candle[] = [];
  for (const { time, before, after, value } of trades) {
    const last = candles.at(-1);
    const begin = Math.max(startOf(time, interval), last?.time ?? 0);
    const isNew = last?.time !== begin;
    const open = last ? (isNew ? last.close : last.open) : (before ?? after);
    const known = isNew || !last ? { high: open, low: open, volume: 0n, trades: 0 } : last;
    const began = before ?? after;
    const candle: Candle = {
      time: begin,
      open,
      high: lamports(max(max(known.high, began), after)),
      low: lamports(min(min(known.low, began), after)),
      close: after,
      volume: lamports(known.volume + value),
      trades: known.trades + 1,
    };
    if (isNew) candles.push(candle);
    else candles[candles.length - 1] = candle;
  }
  return candles;
};

/**
 * Joins the candles of older trades with those of the trades right after them, of the same interval: the result is that of all
 * trades.
 */
export const joinCandles = (older: readonly Candle[], newer: readonly Candle[]): readonly Candle[] => {
  const last = older.at(-1);
  const [first, ...rest] = newer;
  if (!last || !first) return last ? older : newer;
  const isSame = first.time <= last.time;
  const open = isSame ? last.open : last.close;
  const seam: Candle = {
    time: isSame ? last.time : first.time,
    open,
    high: lamports(max(max(open, isSame ? last.high : open), first.high)),
    low: lamports(min(min(open, isSame ? last.low : open), first.low)),
    close: first.close,
    volume: lamports(first.volume + (isSame ? last.volume : 0n)),
    trades: first.trades + (isSame ? last.trades : 0),
  };
  return [...(isSame ? older.slice(0, -1) : older), seam, ...rest];
};

/**
 * Adds a flat candle for every interval without a trade up to `until` (seconds), so that the axis is linear in time. At most
 * `maxAdded`, the newest first: longer ago, such a period is a jump.
 */
export const withQuietTimes = (
  candles: readonly Candle[],
  interval: number,
  until: number,
  maxAdded: number,
): Candle[] => {
  const filled: Candle[] = [];
  let next = Math.max(startOf(until, interval), candles.at(-1)?.time ?? 0) + interval;
  let left = maxAdded;
  for (const candle of candles.toReversed()) {
    const { close } = candle;
    for (let time = next - interval; time > candle.time && left > 0; time -= interval, left -= 1)
      filled.push({ time, open: close, high: close, low: close, close, volume: lamports(0n), trades: 0 });
    filled.push(candle);
    next = candle.time;
  }
  return filled.reverse();
};

const startOf = (time: number, interval: number): number => Math.floor(time / interval) * interval;
