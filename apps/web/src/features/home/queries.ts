import { infiniteQueryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";
import type { ListingPage } from "../../shared/tokens/listing.ts";
import type { HomeTab, RankingWindow } from "./home-search.ts";

const pageSize = 50;

const fetchPage = async (
  tab: HomeTab,
  window: RankingWindow,
  search: string,
  cursor: string,
  signal: AbortSignal,
): Promise<ListingPage> => {
  const query = { tab, window, limit: pageSize, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) };
  return { ...(await api(routes.market.list, { query, signal })), orderedAt: Date.now() };
};

/**
 * The home listing, page by page. It is never asked again as a whole: with two hundred pages that would be two hundred
 * calls. Prices come by frames, and a new order is a new first page ({@link firstPageQuery}).
 */
export const tokenListQuery = (tab: HomeTab, window: RankingWindow, search: string) =>
  infiniteQueryOptions({
    queryKey: keys.tokenList(tab, window, search),
    queryFn: ({ pageParam, signal }) => fetchPage(tab, window, search, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (last: ListingPage) => last.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  });

/** The beginning of a listing as it is now. */
export const firstPageQuery = (tab: HomeTab, window: RankingWindow, search: string) => ({
  queryKey: ["firstTokens", tab, window, search] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(tab, window, search, "", signal),
  staleTime: 0,
  gcTime: 0,
});
