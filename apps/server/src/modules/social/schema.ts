// What a repeated return gets: docs/decisions/0166.
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** Farcaster connections that wait for the person's approval: single use, for the session that started it. */
export const farcasterConnections = pgTable(
  "farcaster_connections",
  {
    /** SHA-256 of the id by which the page asks for it. */
    idHash: bytesColumn("id_hash").primaryKey(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    /** The relay's channel and our nonce, encrypted. */
    channel: bytesColumn("channel").notNull(),
    /** Null until an account was connected by it. Kept then, so that a page that lost the answer can ask again. */
    connectedAt: timeColumn("connected_at"),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("farcaster_connections_expires_at").on(table.expiresAt)],
);

/** How connecting an X account ended. */
export type XResult = "connected" | "denied" | "taken";
/** The same; `asking` while X is still being asked. */
export type XOutcome = XResult | "asking";

/** X connections that were started: single use, for the session that started it. */
export const socialStates = pgTable(
  "social_states",
  {
    /** SHA-256 of the `state` parameter. */
    stateHash: bytesColumn("state_hash").primaryKey(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    /** The PKCE verifier, encrypted. */
    verifier: bytesColumn("verifier").notNull(),
    returnTo: text("return_to").notNull(),
    /** Null until the browser has come back. Kept then, so that one that lost the answer gets the same outcome. */
    outcome: text("outcome").$type<XOutcome>(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("social_states_expires_at").on(table.expiresAt)],
);

/** Pictures from outside that were drawn anew, and addresses that gave none, for a short time. */
export const outsidePictures = pgTable(
  "outside_pictures",
  {
    /** Our MAC over the address, which itself is not stored. */
    source: text("source").primaryKey(),
    /** Null when there was no picture that can be drawn. */
    fileId: uuid("file_id"),
    contentType: text("content_type").$type<"image/jpeg" | "image/webp">(),
    fetchedAt: timeColumn("fetched_at").notNull(),
  },
  (table) => [index("outside_pictures_fetched_at").on(table.fetchedAt)],
);
