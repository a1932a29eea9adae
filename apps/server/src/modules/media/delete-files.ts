import type { MessageId, Mint } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { removeUploads } from "./remove.ts";
import { blockFiles } from "./store/blocked-files.ts";
import { filesOfMessages } from "./store/uploads.ts";

/**
 * Deletes the files of deleted messages.
 * @param blockedIn where the same bytes are refused from then on: in this Tribe, "everywhere", or nowhere (null) when the sender
 * deleted them
 */
export const deleteFilesOf = async (
  ctx: Pick<AppContext, "jobs" | "now">,
  tx: Executor,
  messageIds: readonly MessageId[],
  blockedIn: Mint | "everywhere" | null,
): Promise<void> => {
  if (messageIds.length === 0) return;
  const files = await filesOfMessages(tx, messageIds);
  if (blockedIn !== null) {
    const hashes = files.flatMap(({ hash }) => hash ?? []);
    await blockFiles(tx, hashes, blockedIn, new Date(ctx.now()));
  }
  await removeUploads(
    ctx,
    tx,
    files.map(({ id }) => id),
  );
};
