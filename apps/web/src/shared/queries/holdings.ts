import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** The signed-in person's holdings; prices change while they are shown. */
export const holdingsQuery = queryOptions({
  queryKey: keys.ownHoldings(),
  queryFn: ({ signal }) => api(routes.market.holdings, { signal }),
  refetchInterval: 15_000,
});
