import { routes } from "@tribe/contract";
import { setSessionCookie } from "../../../http/cookies.ts";
import { command } from "../../../http/implement.ts";
import { endSession } from "../sessions.ts";

/** Ends the session and its cookie. */
export const signOut = command(routes.identity.signOut, async ({ ctx, tx, session, reply }) => {
  await endSession(tx, session);
  setSessionCookie(reply, ctx.config, "", new Date(0));
  return {};
});
