import type { ChatChange, Deleter, Mint } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { deleteFilesOf } from "../media/index.ts";
import { appendChanges, type Channel, setPinned } from "../membership/index.ts";
import type { MessageRow } from "./schema.ts";
import { removeContent } from "./store/change-message.ts";

/** Where the deleted message's files are refused from then on: nowhere (null) if its author deleted it. */
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

/**
 * Deletes a message's content and files; only its row stays, with its place. The caller has locked the channel. Does nothing for
 * a deleted one.
 */
export const deleteMessage = async (
  ctx: Pick<AppContext, "jobs" | "now">,
  tx: Executor,
  channel: Pick<Channel, "pinnedId">,
  { mint, number, id, deletedAt: before }: MessageRow,
  deletedBy: Deleter,
): Promise<void> => {
  if (before) return;
  const now = ctx.now();
  await removeContent(tx, { mint, number }, { deletedAt: new Date(now), deletedBy });
  await deleteFilesOf(ctx, tx, [id], blockedIn(deletedBy, mint));
  const changes: ChatChange[] = [{ kind: "deleted", messageId: id, deletedAt: now, deletedBy }];
  if (channel.pinnedId === id) {
    await setPinned(tx, mint, null);
    changes.push({ kind: "pinned", messageId: null });
  }
  await appendChanges(tx, mint, changes);
};
