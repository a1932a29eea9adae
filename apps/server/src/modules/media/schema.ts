import type { Attachment, MediaForm, MessageId } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** A stored form of a file. */
export interface StoredForm {
  readonly contentType: string;
  readonly size: number;
}
export type StoredForms = { readonly [Form in MediaForm]?: StoredForm };

/**
 * Every file that was uploaded for a Tribe's chat, from its creation to its deletion. `uploading`: bytes are missing;
 * `processing`: a job checks it; then `ready` with its attachment, or `refused` with a code of the error catalogue. `deleted`:
 * its bytes are being deleted.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey(),
    uid: uidColumn("uid").notNull(),
    mint: addressColumn("mint").notNull(),
    state: text("state").$type<"uploading" | "processing" | "ready" | "refused" | "deleted">().notNull(),
    name: text("name").notNull(),
    /** The size that was announced. */
    size: bigint("size", { mode: "number" }).notNull(),
    /** It is the poster of a video. */
    isPoster: boolean("is_poster").notNull(),
    posterId: uuid("poster_id"),
    waveform: smallint("waveform").array(),
    isVoice: boolean("is_voice").notNull(),
    /** SHA-256 of the uploaded bytes. */
    hash: bytesColumn("hash"),
    attachment: jsonb("attachment").$type<Attachment>(),
    forms: jsonb("forms").$type<StoredForms>(),
    refusal: text("refusal"),
    /** The message that it was sent with. */
    messageId: uuid("message_id").$type<MessageId>(),
    createdAt: timeColumn("created_at").notNull(),
  },
  (table) => [
    index("uploads_message").on(table.messageId),
    index("uploads_unsent").on(table.uid, table.createdAt).where(sql`${table.messageId} is null`),
  ],
);

/** Files that somebody other than their sender removed from a chat: the same bytes are refused there from then on. */
export const blockedFiles = pgTable(
  "blocked_files",
  {
    hash: bytesColumn("hash").notNull(),
    /** The Tribe; empty means all of them. */
    mint: text("mint").notNull(),
    blockedAt: timeColumn("blocked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.mint] })],
);
