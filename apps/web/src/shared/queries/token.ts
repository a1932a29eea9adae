import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Mint, milliseconds, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** A token's profile; kept current by trade frames, refetched every 10 s as the fallback. */
export const tokenQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.token(mint),
    queryFn: ({ signal }) => api(routes.market.profile, { query: { mint }, signal }),
    refetchInterval: milliseconds.supplyRefresh,
  });

export const useToken = (mint: Mint) => useQuery(tokenQuery(mint));

/** The members of a Tribe, the Chief first. */
export const subscribersQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.subscribers(mint),
    queryFn: async ({ signal }) => (await api(routes.chat.subscribers, { query: { mint }, signal })).subscribers,
    staleTime: 10_000,
  });

/** The largest holders of a token, refreshed while they are shown. */
export const holdersQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.holders(mint),
    queryFn: async ({ signal }) => (await api(routes.market.holders, { query: { mint }, signal })).holders,
    staleTime: 10_000,
    refetchInterval: 15_000,
  });
