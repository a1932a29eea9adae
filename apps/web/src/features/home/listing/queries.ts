import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../../../shared/api/api.ts";
import { keys } from "../../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../../shared/queries/page-by-page.ts";
import type { ListingPage } from "../../../shared/tokens/listing.ts";
import type { ListingQuery } from "../home-search.ts";

const pageSize = 50;

const fetchPage = async (
  { tab, window, search, sort, order }: ListingQuery,
  cursor: string,
  signal: AbortSignal,
): Promise<ListingPage> => {
  const query = {
    tab,
    window,
    limit: pageSize,
    ...(sort === "volume" ? {} : { sort }),
    ...(order === "desc" ? {} : { order }),
    ...(search ? { search } : {}),
    ...cursorOf(cursor),
  };
  return { ...(await api(routes.market.list, { query, signal })), orderedAt: Date.now() };
};

/**
 * The home listing, page by page. It is never refetched as a whole: two hundred pages would be two hundred calls. Realtime
 * frames update the prices, and a new order starts with a new first page ({@link firstPageQuery}).
 */
export const tokenListQuery = (wish: ListingQuery) =>
  infiniteQueryOptions({
    queryKey: keys.tokenList(wish),
    queryFn: ({ pageParam, signal }) => fetchPage(wish, pageParam, signal),
    ...pageByPage,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  });

/** The current first page of a listing. */
export const firstPageQuery = (wish: ListingQuery) => ({
  queryKey: ["firstTokens", wish] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(wish, "", signal),
  staleTime: 0,
  gcTime: 0,
});

/** Fewer letters would match too many people. */
export const minLetters = 2;

/** People by the words of their names and handles. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ["people", search],
    queryFn: async ({ signal }) =>
      (await api(routes.identity.searchPeople, { query: { search, limit: 5 }, signal })).people,
    staleTime: 60_000,
  });

/** How many Tribes of each tab a search shows. */
const maxFound = 20;

/** Tribes by name or symbol, from both tabs of Home: who searches doesn't know on which one a Tribe is. */
export const tribesFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ["tribesFound", search],
    queryFn: async ({ signal }) => {
      const query = { window: "all", limit: maxFound, search } as const;
      const [onCurve, migrated] = await Promise.all([
        api(routes.market.list, { query: { ...query, tab: "leaderboard" }, signal }),
        api(routes.market.list, { query: { ...query, tab: "migrated" }, signal }),
      ]);
      return { onCurve: onCurve.tokens, migrated: migrated.tokens, total: onCurve.total + migrated.total };
    },
    staleTime: 10_000,
  });

/** The newest activity in all Tribes. */
export const activityQuery = queryOptions({
  queryKey: ["activity"],
  queryFn: async ({ signal }) => (await api(routes.market.activity, { signal })).activities,
  refetchInterval: 20_000,
});
