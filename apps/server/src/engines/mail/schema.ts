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

/** Addresses that notifications are not mailed to any more: a mail came back for good, or was reported as spam. */
export const mailStops = pgTable("mail_stops", {
  /** SHA-256 of the address in small letters: it outlives the account that had it. */
  addressHash: text("address_hash").primaryKey(),
  reason: text("reason", { enum: ["bounce", "complaint"] }).notNull(),
  stoppedAt: timeColumn("stopped_at").notNull(),
});

/** What the mail provider has told already, by its own ids. */
export const mailEvents = pgTable("mail_events", {
  id: text("id").primaryKey(),
  receivedAt: timeColumn("received_at").notNull(),
});
