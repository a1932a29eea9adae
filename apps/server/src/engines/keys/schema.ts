import { pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** What each key that this installation was set up with answers to a fixed question, so that another is noticed. */
export const keyChecks = pgTable("key_checks", {
  name: text("name").primaryKey(),
  answer: text("answer").notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});
