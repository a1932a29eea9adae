import { useQuery } from "@tanstack/react-query";
import type { TokenProfile, TradePoint } from "@tribe/contract";
import type { PricedTrade } from "@tribe/domain/chart";
import {
  type Candle,
  type ChartWindow,
  candlesOf,
  isOlderTrade,
  joinCandles,
  pricedTrade,
  viewOf,
  withQuietTimes,
} from "@tribe/domain/chart";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { historyQuery } from "../../../shared/queries/history.ts";
import { type OlderCandles, useOlderCandles } from "./use-older-candles.ts";

/** More quiet candles than any screen is wide. */
const maxQuiet = 4_000;
const priced = new WeakMap<TradePoint, PricedTrade>();

const priceOf = (trade: TradePoint, coefficient: bigint): PricedTrade => {
  const known = priced.get(trade) ?? pricedTrade(trade, coefficient);
  priced.set(trade, known);
  return known;
};

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The present time in seconds, updated every `step` seconds. */
const useNow = (step: number): number => {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => {
    setNow(nowSeconds());
    const timer = setInterval(() => setNow(nowSeconds()), step * 1_000);
    return () => clearInterval(timer);
  }, [step]);
  return now;
};

/** The chart's data. */
interface ShownCandles {
  readonly candles: readonly Candle[];
  /** From where on the window shows them, in seconds. */
  readonly from: number;
  readonly interval: number;
  /** How those of trades that are not loaded are had. */
  readonly older: OlderCandles;
}

/** The candles of a token in a window: of the loaded trades made here and live, of older ones by the server. */
export const useCandles = (token: TokenProfile, window: ChartWindow): ShownCandles => {
  const { data } = useQuery(historyQuery(token.mint));
  // By another clock than the blocks', so that the first trade may seem to be older.
  const created = Math.min(Math.floor(token.createdAt / 1_000), data?.trades.at(-1)?.blockTime ?? Infinity);
  const coarse = useNow(60);
  // Judged once a minute, so that a young token's candles don't change their length all the time.
  const { interval } = viewOf(window, created, coarse);
  const now = useNow(Math.min(interval, 60));
  const history = useDeferredValue(data);
  const older = useOlderCandles(token.mint, interval, history);
  const { candles: before, from: oldest } = older;
  const candles = useMemo(() => {
    const own = (history?.trades ?? []).filter((trade) => oldest === null || !isOlderTrade(trade, oldest));
    const oldestFirst = own.map((trade) => priceOf(trade, token.bondingCurveCoefficient)).reverse();
    return withQuietTimes(joinCandles(before, candlesOf(oldestFirst, interval)), interval, now, maxQuiet);
  }, [history, before, oldest, interval, now, token.bondingCurveCoefficient]);
  const begin = Math.min(created, before[0]?.time ?? created);
  return { candles, from: viewOf(window, begin, now).from, interval, older };
};
