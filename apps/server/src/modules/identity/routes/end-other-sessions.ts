import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { revokeSessions } from "../sessions.ts";

/** Ends all sessions of the caller but this one, and takes the wallet from their browsers. */
export const endOtherSessions = command(routes.identity.endOtherSessions, async ({ ctx, tx, session }) => ({
  ended: await revokeSessions(ctx, tx, session.uid, { except: session.sessionId }),
}));
