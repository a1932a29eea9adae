import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";

/** The poll interval for the person's approval, ms. */
const pollMs = 2_000;

/**
 * Whether the person has approved a connection with Farcaster; polled until they have. A lost answer is retried as everywhere.
 */
export const approvalQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ["farcaster", connectionId],
    queryFn: ({ signal }) => api(routes.social.finishFarcaster, { body: { connectionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.outcome === "connected" || state.error ? false : pollMs),
    // Polled at once when the person returns from the other app.
    refetchOnWindowFocus: ({ state }) => state.data?.outcome !== "connected" && !state.error,
    gcTime: 0,
  });
