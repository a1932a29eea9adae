import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import type { Company } from "./Faces.tsx";
import { companionsQuery } from "./listing/queries.ts";

export type Companions = ReadonlyMap<Mint, Company>;

const nobody: Companions = new Map();

/** The seats of people with whom the signed-in person shares a Tribe; empty for a visitor, or while loading. */
export const useCompanions = (): Companions => {
  const user = useLocalUser();
  return useQuery({ ...companionsQuery, enabled: Boolean(user) }).data ?? nobody;
};
