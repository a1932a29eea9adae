import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** A transaction's number, which never comes again (`xid8`), as text. */
const transactionIdColumn = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** Events, written in the transaction of the command that caused them. Kept for an hour. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "number" }).notNull(),
    type: text("type").notNull(),
    payload: jsonb("payload").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    /** The transaction that wrote it: what a reader's snapshot has seen and what not is told by it. */
    transactionId: transactionIdColumn("transaction_id").notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    // Only the sweep asks by time, and rows come in its order: a few bytes for each hundred pages.
    index("outbox_created_at").using("brin", table.createdAt),
    // As the reader walks; an index of the ids alone would be written with every event and read by nobody.
    primaryKey({ name: "outbox_transaction_id", columns: [table.transactionId, table.id] }),
  ],
);
