import { bigserial, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** Events, written in the transaction of the command that caused them. Kept for an hour. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    type: text("type").notNull(),
    payload: jsonb("payload").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("outbox_created_at").on(table.createdAt)],
);
