import { queryOptions } from "@tanstack/react-query";
import { historyLimit, type Mint, routes, type TradePoint } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { api } from "../api/api.ts";
import { queryClient } from "../api/query-client.ts";
import { readNewest, type TokenHistory, withOlder } from "../tokens/token-history.ts";
import { keys } from "./keys.ts";

const known = (mint: Mint): TokenHistory | undefined => queryClient().getQueryData<TokenHistory>(keys.history(mint));

const page = (mint: Mint, before: TradePoint | undefined, limit: number, signal?: AbortSignal) =>
  api(routes.market.history, {
    query: { mint, offset: 0, limit, ...(before ? { before: tradeCursor(before) } : {}) },
    ...(signal ? { signal } : {}),
  });

/** The newest trades of a token; kept current by trade frames, with polling as the fallback. */
export const historyQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.history(mint),
    queryFn: ({ signal }) =>
      readNewest(
        (before, limit) => page(mint, before, limit, signal),
        () => known(mint),
      ),
    staleTime: 30_000,
    refetchInterval: 30_000,
  });

/** Loads the page before the oldest loaded trade. @throws ApiError */
export const loadOlderTrades = async (mint: Mint): Promise<void> => {
  const before = known(mint);
  if (!before?.hasOlder) return;
  const older = await page(mint, before.trades.at(-1), historyLimit);
  queryClient().setQueryData<TokenHistory>(keys.history(mint), (now) => now && withOlder(now, older));
};
