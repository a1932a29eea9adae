import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { setSessionCookie } from "../../../http/request/cookies.ts";
import { placeOf } from "../rules/session-place.ts";
import { renewSession } from "../sessions.ts";

/** Gives a session new secrets. */
export const rotateSession = command(routes.identity.rotateSession, async ({ ctx, tx, session, request, reply }) => {
  const { answer, cookie, expiresAt } = await renewSession(tx, ctx.keys, session, placeOf(request), ctx.now());
  setSessionCookie(reply, ctx.config, cookie, expiresAt);
  return answer;
});
