import { queryOptions, useQuery } from "@tanstack/react-query";
import { type LiveSummary, type Mint, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "../queries/keys.ts";
import { createStore } from "../state/store.ts";

/** The Tribes that are live; kept current by frames. Tribes that this page does not follow are polled. */
export const livesQuery = queryOptions({
  queryKey: keys.lives(),
  queryFn: async ({ signal }): Promise<readonly LiveSummary[]> => (await api(routes.live.now, { signal })).lives,
  staleTime: 10_000,
  refetchInterval: 60_000,
});

/** A Tribe's live; null when it is not live, or not loaded yet. */
export const useLive = (mint: Mint): LiveSummary | null =>
  useQuery({ ...livesQuery, select: (lives) => lives.find((live) => live.mint === mint) ?? null }).data ?? null;

/** The Tribe whose live this page has joined; null for none. The live itself is `features/live/session`, loaded on first use. */
export const liveHere = createStore<Mint | null>(null);
