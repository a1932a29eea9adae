import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "../../db/columns.ts";

/** When a code was last mailed for a purpose: limits mails to an inbox, and guesses of codes. */
export const mailSends = pgTable("mail_sends", {
  /** MAC of purpose and address: it reveals no address of people who never signed in. */
  key: text("key").primaryKey(),
  sentAt: timeColumn("sent_at").notNull(),
  /** Mails since the last pause of an hour. */
  count: integer("count").notNull().default(1),
});

/** Addresses that get no notification mails any more: a mail bounced permanently, or was reported as spam. */
export const mailStops = pgTable("mail_stops", {
  /** SHA-256 of the address in lower case: it outlives the account with that address. */
  addressHash: text("address_hash").primaryKey(),
  reason: text("reason", { enum: ["bounce", "complaint"] }).notNull(),
  stoppedAt: timeColumn("stopped_at").notNull(),
});

/** Ids of the mail provider's events that were processed. */
export const mailEvents = pgTable("mail_events", {
  id: text("id").primaryKey(),
  receivedAt: timeColumn("received_at").notNull(),
});
