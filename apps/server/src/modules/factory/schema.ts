import type { Ticket } from "@tribe/contract";
import { pgTable, text } from "drizzle-orm/pg-core";
import { addressColumn, timeColumn, tokenIdColumn, uidColumn } from "../../db/columns.ts";

/** A person's one Tribe, from the first preparation on. A retry keeps the token id. */
export const creations = pgTable("creations", {
  tokenId: tokenIdColumn("token_id").primaryKey(),
  uid: uidColumn("uid").notNull().unique(),
  mint: addressColumn("mint").notNull().unique(),
  name: text("name").notNull(),
  symbol: text("symbol").notNull(),
  pfp: text("pfp").notNull(),
  /** The newest attempt. */
  ticket: text("ticket").$type<Ticket>().notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});
