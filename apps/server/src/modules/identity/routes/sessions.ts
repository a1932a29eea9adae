import { routes } from "@tribe/contract";
import { and, desc, eq, gt } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { sessions as table } from "../schema.ts";

/** The caller's sessions. */
export const sessions = query(routes.identity.sessions, async ({ tx, session }) => {
  const rows = await tx
    .select()
    .from(table)
    .where(and(eq(table.uid, session.uid), gt(table.expiresAt, new Date())))
    .orderBy(desc(table.usedAt), desc(table.createdAt));
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
