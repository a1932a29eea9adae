import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { sessionsOf } from "../store/sessions.ts";

/** The caller's sessions. */
export const sessions = query(routes.identity.sessions, async ({ tx, session }) => {
  const rows = await sessionsOf(tx, session.uid, new Date());
  return {
    sessions: rows.map((row) => ({
      sessionId: row.id,
      device: row.device || "Unknown device",
      network: row.network || "Unknown network",
      signedInAt: row.createdAt.getTime(),
      usedAt: row.usedAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      isThis: row.id === session.sessionId,
    })),
  };
});
