import { useInfiniteQuery } from "@tanstack/react-query";
import type { Mint, TradePoint } from "@tribe/contract";
import { type Candle, isOlderTrade, joinCandles, tradeCursor } from "@tribe/domain/chart";
import { useMemo, useState } from "react";
import type { TokenHistory } from "../../../shared/tokens/token-history.ts";
import { olderCandlesQuery } from "../queries.ts";

/** The most pages, of 20,000 trades each, that are loaded automatically; more are loaded only after an action of the person. */
const maxPagesAlone = 10;

/** Candles of the trades before the loaded ones, aggregated by the server. */
export interface OlderCandles {
  readonly candles: readonly Candle[];
  /** The oldest trade for which the page computes candles itself; null for all loaded trades. */
  readonly from: TradePoint | null;
  /** The server has more. */
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  /** Whether loading continues only after `begin`: it has failed, or reached the limit without an action of the person. */
  readonly isStopped: boolean;
  /** Loads the next page, if any. */
  load(): void;
  /** Allows more pages after an action of the person; with `now`, loads the next one at once. */
  begin(now?: boolean): void;
}

/** Loads candles of older trades page by page, for any interval, once `load` has been called. */
export const useOlderCandles = (mint: Mint, interval: number, history: TokenHistory | undefined): OlderCandles => {
  const [anchor, setAnchor] = useState<TradePoint | null>(null);
  const [allowed, setAllowed] = useState(maxPagesAlone);
  const oldest = history?.trades.at(-1) ?? null;
  // A history that was reloaded after a long absence may begin later than before: then start from there, without a gap.
  const from = anchor && oldest && !isOlderTrade(anchor, oldest) ? anchor : oldest;
  const isOpen = from !== null && (from !== oldest || (history?.hasOlder ?? false));
  const query = useInfiniteQuery({
    ...olderCandlesQuery(mint, interval, from ? tradeCursor(from) : ""),
    enabled: isOpen && anchor !== null,
  });
  const { data, isFetching, isError } = query;
  const candles = useMemo(
    () => (data?.pages ?? []).reduce<readonly Candle[]>((newer, page) => joinCandles(page.candles, newer), []),
    [data],
  );
  const pages = data?.pages.length ?? 0;
  const hasOlder = isOpen && (data === undefined || query.hasNextPage);
  const next = () => {
    if (anchor === null) setAnchor(from);
    else if (data === undefined) void query.refetch();
    else if (query.hasNextPage) void query.fetchNextPage();
  };
  const isStopped = isError || pages >= allowed;
  return {
    candles: isOpen ? candles : [],
    from,
    hasOlder,
    isLoading: isFetching,
    isStopped: isStopped && !isFetching,
    load: () => {
      if (hasOlder && !isFetching && !isStopped) next();
    },
    begin: (now = false) => {
      setAllowed(pages + maxPagesAlone);
      if (now && hasOlder && !isFetching) next();
    },
  };
};
