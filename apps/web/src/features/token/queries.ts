import { queryOptions } from "@tanstack/react-query";
import { historyLimit, type Mint, routes } from "@tribe/contract";
import { api } from "../../shared/api.ts";
import { keys } from "../../shared/keys.ts";

/** Trades of a token, newest first; kept live by trade frames. */
export const historyQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.history(mint),
    queryFn: ({ signal }) => api(routes.factory.history, { query: { mint, offset: 0, limit: historyLimit }, signal }),
    staleTime: 30_000,
  });
