import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { endSessions, revokeSessions } from "../sessions.ts";

/** Ends a session of the caller's own, with its browser's share of the wallet. Of somebody else's it says what it says of one that never was. */
export const endSession = command(routes.identity.endSession, async ({ ctx, tx, session, body }) => {
  // Whoever ends the one that asks signs out, and that keeps the browser's share.
  const which = { only: body.sessionId };
  const ended =
    body.sessionId === session.sessionId
      ? (await endSessions(tx, session.uid, which)).length
      : await revokeSessions(ctx, tx, session.uid, which);
  if (ended === 0) throw new ApiError("not_found");
  return {};
});
