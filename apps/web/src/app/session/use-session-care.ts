import { routes } from "@tribe/contract";
import { useEffect, useRef } from "react";
import { access, setSession } from "../../shared/api/access.ts";
import { apiQuietly } from "../../shared/api/api.ts";
import { queryClient } from "../../shared/api/query-client.ts";
import { signInNotice, toast } from "../../shared/notices/toast.ts";
import { clearPersistedQueries } from "../../shared/queries/persisted-queries.ts";
import { useStore } from "../../shared/state/store.ts";
import { lasting } from "../../shared/storage/browser-storage.ts";
import { drafts } from "../../shared/storage/drafts.ts";
import { idle } from "../../shared/time/idle.ts";

/** The session's secret is replaced after this long. */
const rotateAfter = 12 * 3_600_000;
const lockName = "tribe-rotate-session";

const rotateIfOld = async (): Promise<void> => {
  // One tab at a time: two rotations at once would each end the other's secret.
  await navigator.locks.request(lockName, async () => {
    const { session } = access.get();
    if (!session || Date.now() - session.since < rotateAfter) return;
    // The old secret still works; the next start tries again.
    const renewed = await apiQuietly(routes.identity.rotateSession, {});
    if (renewed) setSession(renewed);
  });
};

/** What belongs to a person and must not be seen by the next one on this device. */
const personal = ["localUser", "balance", "holding", "myChats", "messages", "earnings", "portfolio"];

const loadOutbox = () => import("../../features/chat/outbox.ts");

/** Rotates an old session secret, sends what waited over a reload, and forgets what belongs to a person when their session ends. */
export const useSessionCare = (): void => {
  const sessionId = useStore(access).session?.sessionId ?? null;
  const before = useRef(sessionId);
  useEffect(() => {
    rotateIfOld().catch(() => undefined); // without locks the old secret still works
  }, []);
  useEffect(() => {
    if (sessionId === null) return;
    const resume = async (): Promise<void> => (await loadOutbox()).resumeSends();
    // The page itself comes first.
    idle()
      .then(resume, undefined)
      .catch(() => undefined); // the chat loads it, too
  }, [sessionId]);
  useEffect(() => {
    const last = before.current;
    if (last === sessionId) return;
    before.current = sessionId;
    void queryClient.invalidateQueries({ queryKey: ["token"] });
    if (last === null) {
      // It would lie on the dialog that the sign-in leads to.
      toast.dismiss(signInNotice);
      return;
    }
    for (const key of personal) {
      // For the next person it is reset, which asks again; a removed one would leave who shows it waiting for ever.
      if (sessionId) void queryClient.resetQueries({ queryKey: [key] });
      else queryClient.removeQueries({ queryKey: [key] });
    }
    queryClient.removeQueries({ queryKey: ["user"], type: "inactive" });
    clearPersistedQueries(lasting);
    drafts.clear();
    // What could not be deleted now is when somebody signs in: it is nobody's who can.
    loadOutbox().then(
      ({ forgetSends }) => forgetSends(),
      () => undefined,
    );
    if (sessionId === null) toast("You're signed out");
  }, [sessionId]);
};
