import { queryOptions } from "@tanstack/react-query";
import { type Mint, routes } from "@tribe/contract";
import { api } from "../../shared/api.ts";
import { keys } from "../../shared/keys.ts";

/** The largest holders of a token, refreshed while they are shown. */
export const holdersQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.holders(mint),
    queryFn: async ({ signal }) => (await api(routes.token.holders, { query: { mint }, signal })).holders,
    staleTime: 10_000,
    refetchInterval: 15_000,
  });
