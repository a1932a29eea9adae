import { useQuery } from "@tanstack/react-query";
import type { TokenProfile, TradePoint } from "@tribe/contract";
import type { PricedTrade } from "@tribe/domain/chart";
import {
  type Candle,
  type ChartWindow,
  candlesOf,
  chartedSpan,
  isOlderTrade,
  joinCandles,
  pricedTrade,
  viewOf,
  withQuietTimes,
} from "@tribe/domain/chart";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { historyQuery } from "../../../shared/queries/history.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import { type OlderCandles, useOlderCandles } from "./use-older-candles.ts";

/** The most candles without trades that are filled in: more than any screen has pixels. */
const maxQuiet = 4_000;
const priced = new WeakMap<TradePoint, PricedTrade>();

const priceOf = (trade: TradePoint, coefficient: bigint): PricedTrade => {
  const known = priced.get(trade) ?? pricedTrade(trade, coefficient);
  priced.set(trade, known);
  return known;
};

const nowSeconds = () => Math.floor(serverNow() / 1_000);

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
  /** The beginning of the window, in seconds. */
  readonly from: number;
  readonly interval: number;
  /** The candles of trades that the page has not loaded, and how to load more. */
  readonly older: OlderCandles;
}

/** A token's candles in a window: computed here from the loaded trades, in real time, and by the server for older ones. */
export const useCandles = (token: TokenProfile, window: ChartWindow): ShownCandles => {
  const { data } = useQuery(historyQuery(token.mint));
  // `createdAt` comes from another clock than the blocks' times: the first trade may seem older than the token.
  const created = Math.min(Math.floor(token.createdAt / 1_000), data?.trades.at(-1)?.blockTime ?? Infinity);
  const coarse = useNow(60);
  // Computed once a minute, so that the interval of a young token's candles does not change all the time.
  const [newest, oldestLoaded] = [data?.trades[0]?.blockTime, data?.trades.at(-1)?.blockTime];
  const isWhole = window === "all" && data?.hasOlder === false && newest !== undefined && oldestLoaded !== undefined;
  const spanAt = (now: number) => (isWhole ? chartedSpan(oldestLoaded, newest, now) : { until: now, isYoung: false });
  const { interval } = viewOf(window, created, spanAt(coarse).until);
  const now = useNow(Math.min(interval, 60));
  const { until, isYoung } = spanAt(now);
  const history = useDeferredValue(data);
  const older = useOlderCandles(token.mint, interval, history);
  const { candles: before, from: oldest } = older;
  const candles = useMemo(() => {
    const own = (history?.trades ?? []).filter((trade) => oldest === null || !isOlderTrade(trade, oldest));
    const oldestFirst = own.map((trade) => priceOf(trade, token.bondingCurveCoefficient)).reverse();
    return withQuietTimes(joinCandles(before, candlesOf(oldestFirst, interval)), interval, until, maxQuiet);
  }, [history, before, oldest, interval, until, token.bondingCurveCoefficient]);
  const begin = Math.min(created, before[0]?.time ?? created);
  const from = isYoung ? (oldestLoaded ?? begin) : viewOf(window, begin, now).from;
  return { candles, from, interval, older };
};
