import { routes } from "@tribe/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { presentNotices } from "../present.ts";
import { notices } from "../schema.ts";
import { unreadNotices } from "../unread.ts";

/** A page of the caller's notifications. Notices whose subject no longer exists are left out, so that a page may be shorter. */
export const list = query(routes.notifications.list, async ({ tx, query, session }) => {
  const { cursor, limit } = query;
  const [at, id] = cursor?.split(".").map(Number) ?? [];
  const before =
    at === undefined || id === undefined
      ? []
      : [sql`(${notices.at}, ${notices.id}) < (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`];
  const rows = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.uid, session.uid), ...before))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit);
  const last = rows.at(-1);
  return {
    notices: await presentNotices(tx, rows),
    unread: await unreadNotices(tx, session.uid),
    nextCursor: last && rows.length === limit ? `${last.at.getTime()}.${last.id}` : null,
  };
});
