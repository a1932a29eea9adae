import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** One-time tokens that open the WebSocket, as hashes. */
export const realtimeTokens = pgTable(
  "realtime_tokens",
  {
    tokenHash: bytesColumn("token_hash").primaryKey(),
    deviceId: text("device_id").notNull(),
    sessionId: text("session_id"),
    uid: uidColumn("uid"),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("realtime_tokens_expires_at").on(table.expiresAt)],
);

/** Operators' settings for the whole installation: one row, or none while nothing was set. */
export const systemState = pgTable(
  "system_state",
  {
    id: smallint("id").primaryKey(),
    isPaused: boolean("is_paused").notNull(),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
  },
  (table) => [check("system_state_one_row", sql`${table.id} = 1`)],
);
