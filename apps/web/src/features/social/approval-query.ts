import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";

/** How often it is asked whether the person has approved, ms. */
const pollMs = 2_000;

/** Whether the person has approved a connection with Farcaster, until they have. An answer that is lost is asked for again, as anywhere. */
export const approvalQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ["farcaster", connectionId],
    queryFn: ({ signal }) => api(routes.social.finishFarcaster, { body: { connectionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.outcome === "connected" || state.error ? false : pollMs),
    // The person is in another app meanwhile: asked at once when they come back.
    refetchOnWindowFocus: ({ state }) => state.data?.outcome !== "connected" && !state.error,
    gcTime: 0,
  });
