import { routes } from "@tribe/contract";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { access, setSession, useIsSignedIn } from "../shared/access.ts";
import { api } from "../shared/api.ts";
import { queryClient } from "../shared/query-client.ts";

/** The session's secret is replaced after this long. */
const rotateAfter = 12 * 3_600_000;
const lockName = "tribe-rotate-session";

const rotateIfOld = async (): Promise<void> => {
  // One tab at a time: two rotations at once would each end the other's secret.
  await navigator.locks.request(lockName, async () => {
    const { session } = access.get();
    if (!session || Date.now() - session.since < rotateAfter) return;
    setSession(await api(routes.identity.rotateSession, {}));
  });
};

/** Rotates an old session secret, and forgets what belongs to a person when the session ends. */
export const useSessionCare = (): void => {
  const isSignedIn = useIsSignedIn();
  const was = useRef(isSignedIn);
  useEffect(() => {
    rotateIfOld().catch(() => undefined); // the old secret still works; the next start tries again
  }, []);
  useEffect(() => {
    if (was.current === isSignedIn) return;
    was.current = isSignedIn;
    for (const key of ["localUser", "balance", "holding", "myChats", "messages"])
      queryClient.removeQueries({ queryKey: [key] });
    void queryClient.invalidateQueries({ queryKey: ["token"] });
    if (!isSignedIn) toast("You are signed out");
  }, [isSignedIn]);
};
