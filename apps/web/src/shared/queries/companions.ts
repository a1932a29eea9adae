import { queryOptions, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type Mint, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";
import { useLocalUser } from "./local-user.ts";

/** A Tribe's members with whom the signed-in person shares a Tribe: some of them with pictures, and their number. */
export type Company = AnswerOf<typeof routes.market.companions>["tribes"][number];

/** By mint, the members with whom the signed-in person shares a Tribe. */
const companionsQuery = queryOptions({
  queryKey: keys.companions(),
  queryFn: async ({ signal }) => {
    const { tribes } = await api(routes.market.companions, { signal });
    return new Map(tribes.map((each) => [each.mint, each]));
  },
  staleTime: 60_000,
});

export type Companions = ReadonlyMap<Mint, Company>;

const nobody: Companions = new Map();

/** The seats of people with whom the signed-in person shares a Tribe; empty for a visitor, or while loading. */
export const useCompanions = (): Companions => {
  const user = useLocalUser();
  return useQuery({ ...companionsQuery, enabled: Boolean(user) }).data ?? nobody;
};
