import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { endSessions, revokeSessions } from "../sessions.ts";

/**
 * Ends a session of the caller, and takes the wallet from its browser. For somebody else's session the answer is the same as for
 * an unknown one.
 */
export const endSession = command(routes.identity.endSession, async ({ ctx, tx, session, body }) => {
  // A caller who ends this very session signs out, which leaves the browser its share.
  const which = { only: body.sessionId };
  const ended =
    body.sessionId === session.sessionId
      ? (await endSessions(tx, session.uid, which)).length
      : await revokeSessions(ctx, tx, session.uid, which);
  if (ended === 0) throw new ApiError("not_found");
  return {};
});
