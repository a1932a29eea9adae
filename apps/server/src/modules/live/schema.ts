import type { LiveEventCode } from "@tribe/contract/live";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, countColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** All lives; a Tribe has at most one that has not ended. */
export const lives = pgTable(
  "lives",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    mint: addressColumn("mint").notNull(),
    chiefUid: uidColumn("chief_uid").notNull(),
    title: text("title").notNull(),
    startedAt: timeColumn("started_at").notNull().defaultNow(),
    /** Null until it ends. */
    endedAt: timeColumn("ended_at"),
    /** The last count of the people in it. */
    viewers: integer("viewers").notNull().default(0),
  },
  (table) => [
    uniqueIndex("lives_on").on(table.mint).where(sql`${table.endedAt} is null`),
    index("lives_of_tribe").on(table.mint, table.startedAt),
  ],
);

/** The media engine's records of a live: in its order, each once. */
export const liveRecords = pgTable(
  "live_records",
  {
    liveId: uuid("live_id").notNull(),
    number: countColumn("number").notNull(),
    /** 101 to 108 (decision 0070). */
    code: integer("code").$type<LiveEventCode>().notNull(),
    /** Null for the channel itself. */
    uid: uidColumn("uid"),
    at: timeColumn("at").notNull(),
    /** The engine's signature. */
    mac: text("mac").notNull(),
  },
  (table) => [primaryKey({ columns: [table.liveId, table.number] })],
);

/** Tokens for joining a live, as hashes. */
export const liveTokens = pgTable(
  "live_tokens",
  {
    tokenHash: bytesColumn("token_hash").primaryKey(),
    liveId: uuid("live_id").notNull(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("live_tokens_expires_at").on(table.expiresAt)],
);
