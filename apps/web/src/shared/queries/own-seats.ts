import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** The person's own seats, and tokens that they hold without one. */
export const ownSeatsQuery = queryOptions({
  queryKey: keys.ownSeats(),
  queryFn: async ({ signal }) => (await api(routes.market.ownSeats, { signal })).seats,
  staleTime: 10_000,
  refetchInterval: 30_000,
});
