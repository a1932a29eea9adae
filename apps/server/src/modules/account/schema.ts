import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { timeColumn, uidColumn } from "../../db/columns.ts";

/** Whom a person has blocked: nothing of theirs is shown or told to them. Who is blocked is not told. */
export const blocks = pgTable(
  "blocks",
  {
    uid: uidColumn("uid").notNull(),
    blockedUid: uidColumn("blocked_uid").notNull(),
    blockedAt: timeColumn("blocked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.blockedUid] }), index("blocks_blocked_uid").on(table.blockedUid)],
);
