import { useQueryClient } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { pageTexts } from "@tribe/domain/words";
import { useEffect, useRef } from "react";
import { loadPendingSends } from "../../features/chat/load-pending-sends.ts";
import { access, setSession, useSessionId } from "../../shared/api/access.ts";
import { apiQuietly } from "../../shared/api/api.ts";
import { rotateAlone } from "../../shared/api/rotation.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { idle } from "../../shared/time/idle.ts";
import { forgetPerson } from "./forget-person.ts";

/** The session's secret is replaced after this long. */
const rotateAfter = 12 * 3_600_000;

const rotateIfOld = (): Promise<void> =>
  // One tab at a time: two rotations at once would each end the other's secret.
  rotateAlone(async () => {
    const { session } = access.get();
    if (!session || Date.now() - session.since < rotateAfter) return;
    // A lost answer may have ended the session; a call that did not reach the server changes nothing.
    const renewed = await apiQuietly(routes.identity.rotateSession, {});
    if (renewed) setSession(renewed, session.method ?? "email");
  }).catch(() => undefined); // without locks the old secret still works

/**
 * Rotates an old session secret, sends messages that waited over a reload, and deletes a person's data when their session ends.
 */
export const useSessionCare = (): void => {
  const sessionId = useSessionId();
  const before = useRef(sessionId);
  const cache = useQueryClient();
  useEffect(() => {
    void rotateIfOld();
    // A page may stay open for weeks.
    const onVisible = () => {
      if (document.visibilityState === "visible") void rotateIfOld();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
  useEffect(() => {
    if (sessionId === null) return;
    const resume = async (): Promise<void> => (await loadPendingSends()).resume();
    // Rendering the page comes first.
    idle()
      .then(resume, undefined)
      .catch(() => undefined); // the chat loads it, too
  }, [sessionId]);
  useEffect(() => {
    const last = before.current;
    if (last === sessionId) return;
    before.current = sessionId;
    void refreshAfter(cache, { kind: "sessionChanged" });
    if (last === null) return;
    forgetPerson(cache, { isNextSignedIn: sessionId !== null });
    // Data that could not be deleted now is deleted at the next sign-in, and nobody can read it until then.
    loadPendingSends().then(
      (sends) => sends.forget(),
      () => undefined,
    );
    if (sessionId === null) toast(pageTexts.signedOut);
  }, [sessionId, cache]);
};
