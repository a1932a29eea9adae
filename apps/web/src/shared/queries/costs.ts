import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, type Mint, routes } from "@tribe/contract";
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
