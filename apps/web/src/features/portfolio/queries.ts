import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";

/** A token that the person holds. */
export type Holding = AnswerOf<typeof routes.market.holdings>["holdings"][number];
/** A trade that the person made. */
export type OwnTrade = AnswerOf<typeof routes.market.ownTrades>["trades"][number];

/** What the signed-in person holds; prices move while it is shown. */
export const holdingsQuery = queryOptions({
  queryKey: keys.ownHoldings(),
  queryFn: ({ signal }) => api(routes.market.holdings, { signal }),
  refetchInterval: 15_000,
});

/** What the signed-in person traded, page by page. Asked again when their balances move. */
export const ownTradesQuery = infiniteQueryOptions({
  queryKey: keys.ownTrades(),
  queryFn: ({ pageParam, signal }) =>
    api(routes.market.ownTrades, { query: { limit: 10, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: "",
  getNextPageParam: (last) => last.nextCursor ?? undefined,
});
