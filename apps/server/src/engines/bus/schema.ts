import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** A transaction's number as text; it is never reused (`xid8`). */
const transactionIdColumn = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** Events, written in the transaction of the command that caused them. Kept for an hour. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "number" }).notNull(),
    type: text("type").notNull(),
    payload: jsonb("payload").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    /** The transaction that wrote it: a reader's snapshot tells by it whether the event was read. */
    transactionId: transactionIdColumn("transaction_id").notNull().default(sql`pg_current_xact_id()`),
    /** The span that wrote it (W3C's `traceparent`), for those of its readers; null while traces are off. */
    trace: text("trace"),
  },
  (table) => [
    // Only the sweep filters by time, and rows are inserted in that order: BRIN needs a few bytes for each hundred pages.
    index("outbox_created_at").using("brin", table.createdAt),
    // The reader's order; an index on the ids alone would be updated with every event and never read.
    primaryKey({ name: "outbox_transaction_id", columns: [table.transactionId, table.id] }),
  ],
);
