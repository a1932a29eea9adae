import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { endSessions } from "../sessions.ts";

/** Ends a session of the caller's own. Of somebody else's it says what it says of one that never was. */
export const endSession = command(routes.identity.endSession, async ({ tx, session, body }) => {
  if ((await endSessions(tx, session.uid, { only: body.sessionId })) === 0) throw new ApiError("not_found");
  return {};
});
