import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { setSessionCookie } from "../../../http/request/cookies.ts";
import { endSessions } from "../sessions.ts";

/** Ends the session and its cookie. */
export const signOut = command(routes.identity.signOut, async ({ ctx, tx, session, reply }) => {
  await endSessions(tx, session.uid, { only: session.sessionId });
  setSessionCookie(reply, ctx.config, "", new Date(0));
  return {};
});
