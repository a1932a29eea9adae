import { infiniteQueryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../../shared/api.ts";
import { keys } from "../../shared/keys.ts";

export type HomeTab = "leaderboard" | "migrated";
export type RankingWindow = "4h" | "1d" | "all";

/** The home listing, page by page. */
export const tokenListQuery = (tab: HomeTab, window: RankingWindow, search: string) =>
  infiniteQueryOptions({
    queryKey: keys.tokenList(tab, window, search),
    queryFn: ({ pageParam, signal }) =>
      api(routes.token.list, {
        query: { tab, window, limit: 50, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: 60_000,
  });
