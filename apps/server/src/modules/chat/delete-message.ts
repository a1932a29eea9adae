import type { ChatChange, Deleter, Mint } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { deleteFilesOf } from "../media/index.ts";
import { appendChanges, type Channel, setPinned } from "../membership/index.ts";
import type { MessageRow } from "./present.ts";
import { messageReactions, messages } from "./schema.ts";

/** Where nobody sends the same files again: what an author takes back may come again. */
const blockedIn = (deletedBy: Deleter, mint: Mint): Mint | "everywhere" | null => {
  switch (deletedBy) {
    case "author":
      return null;
    case "chief":
      return mint;
    case "operator":
      return "everywhere";
  }
};

/** Leaves of a message nothing but its place, also of its files. The caller has the channel's lock. A deleted one stays as it is. */
export const deleteMessage = async (
  ctx: Pick<AppContext, "jobs" | "now">,
  tx: Executor,
  channel: Pick<Channel, "pinnedId">,
  { mint, number, id, deletedAt: before }: MessageRow,
  deletedBy: Deleter,
): Promise<void> => {
  if (before) return;
  const now = ctx.now();
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
  await deleteFilesOf(ctx, tx, [id], blockedIn(deletedBy, mint));
  const changes: ChatChange[] = [{ kind: "deleted", messageId: id, deletedAt: now, deletedBy }];
  if (channel.pinnedId === id) {
    await setPinned(tx, mint, null);
    changes.push({ kind: "pinned", messageId: null });
  }
  await appendChanges(tx, mint, changes);
};
