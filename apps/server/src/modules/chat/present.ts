import { type ChatMessage, type Seq, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { Executor } from "../../db/client.ts";
import type { People, Person } from "../../ports.ts";
import { faceOf } from "../identity/index.ts";
import type { messages } from "./schema.ts";

/** A stored message. */
export type MessageRow = typeof messages.$inferSelect;

/** A stored message as the contract shows it. An author who is gone keeps the id. */
export const presentMessage = (row: MessageRow, author: Person | undefined): ChatMessage => ({
  id: row.id,
  mint: row.mint,
  seq: row.seq as Seq, // given by the channel, from 1 on
  clientId: row.clientId,
  type: "text",
  text: row.text,
  author: {
    uid: row.authorUid,
    address: author?.address ?? null,
    ...(author ? faceOf(author) : { displayName: row.authorUid.slice(0, 6), pfp: null }),
  },
  sentAt: row.sentAt.getTime(),
  number: row.seq,
  attachments: [],
  replyTo: null,
  reactions: [],
  mentions: [],
  linkPreview: null,
  editedAt: null,
  deletedAt: null,
  deletedBy: null,
  isPinned: false,
});

/** Stored messages with their authors' present names. */
export const presentMessages = async (
  people: People,
  db: Executor,
  rows: readonly MessageRow[],
): Promise<ChatMessage[]> => {
  const authors = await people.byUids(db, [...new Set(rows.map((row) => row.authorUid))]);
  return rows.map((row) => presentMessage(row, authors.get(row.authorUid)));
};

/** The `message` frame as text. */
export const messageFrame = (message: ChatMessage): string => {
  const frame: ServerFrame = { type: "message", message };
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};
