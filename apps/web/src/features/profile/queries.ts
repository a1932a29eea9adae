import { queryOptions } from "@tanstack/react-query";
import { type Address, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";

/** A person by wallet address. */
export const userQuery = (address: Address) =>
  queryOptions({
    queryKey: keys.user(address),
    queryFn: ({ signal }) => api(routes.identity.userProfile, { query: { address }, signal }),
    staleTime: 30_000,
  });

/** A person's seats and holdings. */
export const standingQuery = (address: Address) =>
  queryOptions({
    queryKey: keys.standing(address),
    queryFn: ({ signal }) => api(routes.market.standing, { query: { address }, signal }),
    staleTime: 10_000,
  });
