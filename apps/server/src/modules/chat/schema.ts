import type { MessageId } from "@tribe/contract";
import { bigint, doublePrecision, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { addressColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** The log of all chats. Within a channel `seq` has no gap. */
export const messages = pgTable(
  "messages",
  {
    mint: addressColumn("mint").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    id: uuid("id").$type<MessageId>().notNull().unique(),
    authorUid: uidColumn("author_uid").notNull(),
    /** The sender's UUID: the same one sent twice is one message. */
    clientId: uuid("client_id").notNull(),
    text: text("text").notNull(),
    sentAt: timeColumn("sent_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.seq] }),
    uniqueIndex("messages_author_client").on(table.authorUid, table.mint, table.clientId),
  ],
);

/** How many messages a person may send right now: a bucket that fills by one a second. */
export const messageAllowances = pgTable("message_allowances", {
  uid: uidColumn("uid").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  filledAt: timeColumn("filled_at").notNull(),
});
