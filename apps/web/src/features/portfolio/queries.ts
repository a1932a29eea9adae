import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../shared/queries/page-by-page.ts";

/** A token that the person holds. */
export type Holding = AnswerOf<typeof routes.market.holdings>["holdings"][number];
/** A trade that the person made. */
export type OwnTrade = AnswerOf<typeof routes.market.ownTrades>["trades"][number];

/** A transfer that the person sent or received. */
export type OwnTransfer = AnswerOf<typeof routes.transfers.list>["transfers"][number];

/** The signed-in person's trades, paginated. Refetched when their balances change. */
export const ownTradesQuery = infiniteQueryOptions({
  queryKey: keys.ownTrades(),
  queryFn: ({ pageParam, signal }) =>
    api(routes.market.ownTrades, { query: { limit: 10, ...cursorOf(pageParam) }, signal }),
  ...pageByPage,
});

/** The signed-in person's token accounts without tokens. Refetched when their balances change. */
export const emptyAccountsQuery = queryOptions({
  queryKey: keys.emptyAccounts(),
  queryFn: ({ signal }) => api(routes.transfers.emptyAccounts, { signal }),
});

/** The signed-in person's transfers, paginated. Refetched when their balances change. */
export const ownTransfersQuery = infiniteQueryOptions({
  queryKey: keys.ownTransfers(),
  queryFn: ({ pageParam, signal }) =>
    api(routes.transfers.list, { query: { limit: 10, ...cursorOf(pageParam) }, signal }),
  // No realtime frame announces an incoming transfer.
  refetchInterval: 15_000,
  ...pageByPage,
});
