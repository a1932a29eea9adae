import { queryOptions } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** The person's alarms about seats and prices, by Tribe. */
export const alarmsQuery = queryOptions({
  queryKey: keys.alarms(),
  queryFn: async ({ signal }) => (await api(routes.notifications.alarms, { signal })).alarms,
  staleTime: 60_000,
});
