import type { ChatChange, Deleter } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { appendChanges, type Channel } from "../membership/index.ts";
import { channels } from "../membership/schema.ts";
import type { MessageRow } from "./present.ts";
import { messageReactions, messages } from "./schema.ts";

/** Leaves of a message nothing but its place. The caller has the channel's lock. A deleted one stays as it is. */
export const deleteMessage = async (
  tx: Executor,
  channel: Pick<Channel, "pinnedId">,
  { mint, number, id, deletedAt: before }: MessageRow,
  deletedBy: Deleter,
  now: number,
): Promise<void> => {
  if (before) return;
  const deletedAt = new Date(now);
  await tx
    .update(messages)
    .set({
      text: "",
      attachments: [],
      mentions: [],
      linkPreview: null,
      parentNumber: null,
      deletedAt,
      deletedBy,
    })
    .where(and(eq(messages.mint, mint), eq(messages.number, number)));
  await tx.delete(messageReactions).where(and(eq(messageReactions.mint, mint), eq(messageReactions.number, number)));
  const changes: ChatChange[] = [{ kind: "deleted", messageId: id, deletedAt: now, deletedBy }];
  if (channel.pinnedId === id) {
    await tx.update(channels).set({ pinnedId: null }).where(eq(channels.mint, mint));
    changes.push({ kind: "pinned", messageId: null });
  }
  await appendChanges(tx, mint, changes);
};
