import { useInfiniteQuery } from "@tanstack/react-query";
import type { Mint, TradePoint } from "@tribe/contract";
import { type Candle, isOlderTrade, joinCandles, tradeCursor } from "@tribe/domain/chart";
import { useMemo, useState } from "react";
import type { TokenHistory } from "../../../shared/tokens/token-history.ts";
import { olderCandlesQuery } from "../queries.ts";

/** Pages that are read on their own to fill a window, of 20,000 trades each; more only after the person has done something. */
const maxPagesAlone = 10;

/** Candles of trades from before those that are loaded, summed up by the server. */
export interface OlderCandles {
  readonly candles: readonly Candle[];
  /** The oldest trade that the page makes candles of itself; null for all that are loaded. */
  readonly from: TradePoint | null;
  /** The server has more. */
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  /** It goes on only with `begin`: it failed, or has read much without the person having done anything. */
  readonly isStopped: boolean;
  /** Reads the next page, if any. */
  load(): void;
  /** The person did something; with `now`, the next page is read at once. */
  begin(now?: boolean): void;
}

/** Reads candles of older trades page by page, from the first `load` on, for whatever interval is shown. */
export const useOlderCandles = (mint: Mint, interval: number, history: TokenHistory | undefined): OlderCandles => {
  const [anchor, setAnchor] = useState<TradePoint | null>(null);
  const [allowed, setAllowed] = useState(maxPagesAlone);
  const oldest = history?.trades.at(-1) ?? null;
  // A history that began anew after a long absence may not reach back to where it did: nothing may be missing between.
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
