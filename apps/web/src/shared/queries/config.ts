import { queryOptions, useQuery } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** Public settings of this installation. */
export type Config = AnswerOf<typeof routes.system.config>;

export const configQuery = queryOptions({
  queryKey: keys.config(),
  queryFn: ({ signal }) => api(routes.system.config, { signal }),
  staleTime: 60_000,
});

/** The settings, or null until they are known. */
export const useConfig = (): Config | null => useQuery(configQuery).data ?? null;
