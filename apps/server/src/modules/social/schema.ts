import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** A connection that has begun: single use, bound to the session that began it. */
export const socialStates = pgTable(
  "social_states",
  {
    /** SHA-256 of the `state` parameter. */
    stateHash: bytesColumn("state_hash").primaryKey(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    /** PKCE verifier, sealed. */
    verifier: bytesColumn("verifier").notNull(),
    returnTo: text("return_to").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("social_states_expires_at").on(table.expiresAt)],
);
