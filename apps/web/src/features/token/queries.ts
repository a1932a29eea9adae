import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Mint, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";

/** Candles (`interval` in seconds) of the trades before a cursor, page by page into the past, where nothing becomes stale. */
export const olderCandlesQuery = (mint: Mint, interval: number, before: string) =>
  infiniteQueryOptions({
    queryKey: keys.olderCandles(mint, interval, before),
    queryFn: ({ pageParam, signal }) =>
      api(routes.market.candles, { query: { mint, interval, before: pageParam }, signal }),
    initialPageParam: before,
    getNextPageParam: (last) => last.before ?? undefined,
    staleTime: Infinity,
  });
