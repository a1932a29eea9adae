import { index, pgTable, text } from "drizzle-orm/pg-core";
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
