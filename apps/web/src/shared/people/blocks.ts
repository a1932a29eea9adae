import { queryOptions, useQuery } from "@tanstack/react-query";
import { type AnswerOf, routes, type Uid } from "@tribe/contract";
import { useIsSignedIn } from "../api/access.ts";
import { api } from "../api/api.ts";
import { keys } from "../queries/keys.ts";

/** Somebody whom this person has blocked. */
export type Blocked = AnswerOf<typeof routes.account.blocks>["blocks"][number];

export const blocksQuery = queryOptions({
  queryKey: keys.blocks(),
  queryFn: async ({ signal }) => (await api(routes.account.blocks, { signal })).blocks,
  staleTime: 300_000,
});

const nobody: ReadonlySet<Uid> = new Set();
const uidsOf = (blocks: readonly Blocked[]): ReadonlySet<Uid> => new Set(blocks.map(({ uid }) => uid));

/** The people whom this person has blocked; empty until loaded. */
export const useBlockedUids = (): ReadonlySet<Uid> => {
  const isSignedIn = useIsSignedIn();
  return useQuery({ ...blocksQuery, enabled: isSignedIn, select: uidsOf }).data ?? nobody;
};
