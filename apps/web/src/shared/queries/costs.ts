import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, type Mint, routes, type TransactionSignature } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** What the signed-in person paid for a Tribe's tokens. */
export type Cost = AnswerOf<typeof routes.market.costs>["costs"][number];

/** What the signed-in person paid for all that they hold; their own transactions alone change it. */
export const heldCostsQuery = queryOptions({
  queryKey: keys.ownCosts(null),
  queryFn: ({ signal }) => api(routes.market.costs, { query: {}, signal }),
});

/** The same for one Tribe; null where it can't be told. */
export const costQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.ownCosts(mint),
    queryFn: ({ signal }) => api(routes.market.costs, { query: { mint }, signal }),
    select: ({ costs }): Cost | null => costs[0] ?? null,
  });

/** Asked again this often until the index has a sale, and so many times at most. */
const saleAgainMs = 1_000;
const maxSaleReads = 20;

/** What came of a sale of the signed-in person; null while the index doesn't have it. */
export const saleQuery = (mint: Mint, signature: TransactionSignature) =>
  queryOptions({
    queryKey: keys.ownSale(signature),
    queryFn: ({ signal }) => api(routes.market.costs, { query: { mint, signature }, signal }),
    select: ({ sale }) => sale,
    refetchInterval: ({ state }) => (state.data?.sale || state.dataUpdateCount >= maxSaleReads ? false : saleAgainMs),
  });
