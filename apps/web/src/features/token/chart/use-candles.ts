import { useQuery } from "@tanstack/react-query";
import type { TokenProfile, TradePoint } from "@tribe/contract";
import type { PricedTrade } from "@tribe/domain";
import { type Candle, type ChartWindow, candlesOf, pricedTrade, viewOf, withQuietTimes } from "@tribe/domain";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { historyQuery } from "../../../shared/queries/history.ts";

/** More quiet candles than any screen is wide. */
const mostQuiet = 4_000;
const priced = new WeakMap<TradePoint, PricedTrade>();

const priceOf = (trade: TradePoint, coefficient: bigint): PricedTrade => {
  const known = priced.get(trade) ?? pricedTrade(trade, coefficient);
  priced.set(trade, known);
  return known;
};

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The present time in seconds, anew every `step` seconds. */
const useNow = (step: number): number => {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => {
    setNow(nowSeconds());
    const timer = setInterval(() => setNow(nowSeconds()), step * 1_000);
    return () => clearInterval(timer);
  }, [step]);
  return now;
};

/** The candles of a token in a window, live, and from where on the window shows them. */
export const useCandles = (
  token: TokenProfile,
  window: ChartWindow,
): { readonly candles: readonly Candle[]; readonly from: number; readonly interval: number } => {
  const { data } = useQuery(historyQuery(token.mint));
  // By another clock than the blocks', so that the first trade may seem to be older.
  const created = Math.min(Math.floor(token.createdAt / 1_000), data?.trades.at(-1)?.blockTime ?? Infinity);
  const coarse = useNow(60);
  // Judged once a minute, so that a young token's candles don't change their length all the time.
  const { interval } = viewOf(window, created, coarse);
  const now = useNow(Math.min(interval, 60));
  const trades = useDeferredValue(data?.trades);
  const candles = useMemo(() => {
    const oldestFirst = (trades ?? []).map((trade) => priceOf(trade, token.bondingCurveCoefficient)).reverse();
    return withQuietTimes(candlesOf(oldestFirst, interval), interval, now, mostQuiet);
  }, [trades, interval, now, token.bondingCurveCoefficient]);
  return { candles, from: viewOf(window, created, now).from, interval };
};
