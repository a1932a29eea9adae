import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { endSessions } from "../sessions.ts";

/** Leaves the caller signed in here alone. */
export const endOtherSessions = command(routes.identity.endOtherSessions, async ({ tx, session }) => ({
  ended: await endSessions(tx, session.uid, { except: session.sessionId }),
}));
