import { queryOptions, useQuery } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { useIsSignedIn } from "../api/access.ts";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

const unreadNoticesQuery = queryOptions({
  queryKey: keys.unreadNotices(),
  queryFn: async ({ signal }) => (await api(routes.notifications.unread, { signal })).unread,
  // Frames keep it current.
  staleTime: 60_000,
});

/** How many notifications the signed-in person has not read; 0 until it is known, and for visitors. */
export const useUnreadNotices = (): number => {
  const isSignedIn = useIsSignedIn();
  const { data = 0 } = useQuery({ ...unreadNoticesQuery, enabled: isSignedIn });
  return isSignedIn ? data : 0;
};
