import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { timeColumn, uidColumn } from "../../db/columns.ts";

/** Whom a person has blocked: they neither see nor are notified of that person, who does not learn of it. */
export const blocks = pgTable(
  "blocks",
  {
    uid: uidColumn("uid").notNull(),
    blockedUid: uidColumn("blocked_uid").notNull(),
    blockedAt: timeColumn("blocked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.blockedUid] }), index("blocks_blocked_uid").on(table.blockedUid)],
);
