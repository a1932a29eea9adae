import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { revokeSessions } from "../sessions.ts";

/** Leaves the caller signed in here alone, and takes the wallet from where they were ended. */
export const endOtherSessions = command(routes.identity.endOtherSessions, async ({ ctx, tx, session }) => ({
  ended: await revokeSessions(ctx, tx, session.uid, { except: session.sessionId }),
}));
