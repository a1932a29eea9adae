import { queryOptions, useQuery } from "@tanstack/react-query";
import { type LocalUser, routes } from "@tribe/contract";
import { access, useIsSignedIn } from "../api/access.ts";
import { api } from "../api/api.ts";
import { queryClient } from "../api/query-client.ts";
import { inviter } from "../storage/inviter.ts";
import { keys } from "./keys.ts";

export const localUserQuery = queryOptions({
  queryKey: keys.localUser(),
  queryFn: async ({ signal }) => {
    const inviterAddress = inviter();
    const body = {
      loginMethod: access.get().session?.method ?? ("email" as const),
      ...(inviterAddress ? { inviterAddress } : {}),
    };
    return (await api(routes.identity.signIn, { body, signal })).localUser;
  },
  staleTime: 60_000,
});

/** The signed-in person. `undefined`: signed in, but not known yet; null: signed out. */
export const useLocalUser = (): LocalUser | null | undefined => {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...localUserQuery, enabled: isSignedIn });
  return isSignedIn ? data : null;
};

/** Signs in again, so that the local user shows changes on the server. */
export const refreshLocalUser = (): Promise<LocalUser> => queryClient().fetchQuery({ ...localUserQuery, staleTime: 0 });
