import type { Attachment, MessageId, Mint, Uid } from "@tribe/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { removeUploads } from "./remove.ts";
import { blockedFiles, uploads } from "./schema.ts";

/** A finished upload that is in no message yet. */
export interface UnsentFile {
  readonly uid: Uid;
  readonly mint: Mint;
  readonly attachment: Attachment;
}

/**
 * Locks those of these uploads that can go out with a message until the commit. The caller checks that person and Tribe are the
 * message's.
 */
export const lockUnsentFiles = async (tx: Executor, ids: readonly string[]): Promise<Map<string, UnsentFile>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: uploads.id, uid: uploads.uid, mint: uploads.mint, attachment: uploads.attachment })
    .from(uploads)
    .where(and(inArray(uploads.id, [...ids]), eq(uploads.state, "ready"), isNull(uploads.messageId)))
    // Always in one order, because several messages may name the same files.
    .orderBy(uploads.id)
    .for("update");
  return new Map(
    rows.flatMap(({ id, uid, mint, attachment }) => (attachment ? [[id, { uid, mint, attachment }]] : [])),
  );
};

/** Notes that these files went out with these messages. */
export const markFilesSent = async (
  tx: Executor,
  sent: readonly { readonly id: string; readonly messageId: MessageId }[],
): Promise<void> => {
  if (sent.length === 0) return;
  await tx.execute(sql`
    update ${uploads} set message_id = sent.message_id
    from json_to_recordset(${JSON.stringify(sent.map(({ id, messageId }) => ({ id, message_id: messageId })))}::json)
      as sent (id uuid, message_id uuid)
    where ${uploads.id} = sent.id`);
};

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
  const rows = await tx
    .select({ id: uploads.id, hash: uploads.hash })
    .from(uploads)
    .where(inArray(uploads.messageId, [...messageIds]));
  if (blockedIn !== null) {
    const mint = blockedIn === "everywhere" ? "" : blockedIn;
    const blocked = rows.flatMap(({ hash }) => (hash ? [{ hash, mint, blockedAt: new Date(ctx.now()) }] : []));
    if (blocked.length > 0) await tx.insert(blockedFiles).values(blocked).onConflictDoNothing();
  }
  await removeUploads(
    ctx,
    tx,
    rows.map(({ id }) => id),
  );
};
