import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** A connection with Farcaster that waits for the person's approval: single use, bound to the session that began it. */
export const farcasterConnections = pgTable(
  "farcaster_connections",
  {
    /** SHA-256 of the id that the page asks by. */
    idHash: bytesColumn("id_hash").primaryKey(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    /** The relay's channel and our nonce, sealed. */
    channel: bytesColumn("channel").notNull(),
    /** Null before the account was connected by it: a page whose answer was lost asks again, and is told so. */
    connectedAt: timeColumn("connected_at"),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("farcaster_connections_expires_at").on(table.expiresAt)],
);

/** How connecting an X account ended. */
export type XResult = "connected" | "denied" | "taken";
/** The same; `asking` while X is still being asked. */
export type XOutcome = XResult | "asking";

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
    /** Null before the browser has come back: one that comes back again, since its answer was lost, is told the same. */
    outcome: text("outcome").$type<XOutcome>(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("social_states_expires_at").on(table.expiresAt)],
);
