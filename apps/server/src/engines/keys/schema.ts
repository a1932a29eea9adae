import { pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** The answer to a fixed question of each key that this installation was set up with, to detect another key. */
export const keyChecks = pgTable("key_checks", {
  name: text("name").primaryKey(),
  answer: text("answer").notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});
