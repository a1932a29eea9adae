import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** When a code was last mailed for a purpose, so that an inbox cannot be flooded and a code not guessed at leisure. */
export const mailSends = pgTable("mail_sends", {
  /** MAC of purpose and address: it says nothing of people who never signed in. */
  key: text("key").primaryKey(),
  sentAt: timeColumn("sent_at").notNull(),
  /** Mails without a pause of an hour between them. */
  count: integer("count").notNull().default(1),
});
