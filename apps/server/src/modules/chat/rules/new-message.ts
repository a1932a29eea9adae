import type { Attachment, MentionRange, MessageId } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import type { MessageRow, ParentRow } from "../schema.ts";
import type { Send } from "./send.ts";

/** What a message has besides what its sender wrote. */
export interface MessageFields {
  readonly id: MessageId;
  readonly seq: number;
  readonly number: number;
  readonly parent: ParentRow | null;
  readonly attachments: readonly Attachment[];
  readonly mentions: readonly MentionRange[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row of a new message. */
export const newMessage = ({ mint, uid, clientId, text }: Send, fields: MessageFields): MessageRow => ({
  mint,
  number: fields.number,
  seq: fields.seq,
  id: fields.id,
  authorUid: uid,
  clientId,
  kind: fields.attachments[0]?.kind ?? "text",
  // PostgreSQL cannot store half of a surrogate pair: the insert would fail for all messages of the batch.
  text: isEmptyText(text) ? "" : Buffer.from(text).toString(),
  parentNumber: fields.parent?.number ?? null,
  attachments: fields.attachments,
  mentions: fields.mentions,
  linkPreview: null,
  isPreviewRemoved: false,
  sentAt: new Date(fields.now),
  editedAt: null,
  deletedAt: null,
  deletedBy: null,
});
