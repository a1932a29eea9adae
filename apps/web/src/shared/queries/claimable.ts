import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** The tokens that the signed-in person can claim. */
export const claimableQuery = queryOptions({
  queryKey: keys.claimable(),
  queryFn: ({ signal }) => api(routes.claim.tokens, { signal }),
  refetchInterval: 60_000,
});
