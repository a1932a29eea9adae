import type { Deleter, LinkPreview, MentionRange } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { type MessageRow, messageReactions, messages } from "../schema.ts";

// The caller has locked the message's channel, and appends the change.

type MessageKey = Pick<MessageRow, "mint" | "number">;

/** What an edit changes. */
export interface Edit {
  readonly text: string;
  readonly mentions: readonly MentionRange[];
  readonly editedAt: Date;
  readonly linkPreview: LinkPreview | null;
}

/** Changes a message's text. */
export const storeEdit = (tx: Executor, message: MessageKey, edit: Edit): Promise<void> => change(tx, message, edit);

/** Adds a preview of its link to a message. */
export const storeLinkPreview = (tx: Executor, message: MessageKey, linkPreview: LinkPreview): Promise<void> =>
  change(tx, message, { linkPreview });

/** Removes a message's preview for good. */
export const removePreview = (tx: Executor, message: MessageKey): Promise<void> =>
  change(tx, message, { linkPreview: null, isPreviewRemoved: true });

/** Removes a message's content and reactions. */
export const removeContent = async (
  tx: Executor,
  message: MessageKey,
  deletion: { readonly deletedAt: Date; readonly deletedBy: Deleter },
): Promise<void> => {
  const nothing = { text: "", attachments: [], mentions: [], linkPreview: null, parentNumber: null };
  await change(tx, message, { ...nothing, ...deletion });
  const { mint, number } = message;
  await tx.delete(messageReactions).where(and(eq(messageReactions.mint, mint), eq(messageReactions.number, number)));
};

const change = async (tx: Executor, { mint, number }: MessageKey, values: Partial<MessageRow>): Promise<void> => {
  await tx
    .update(messages)
    .set(values)
    .where(and(eq(messages.mint, mint), eq(messages.number, number)));
};
