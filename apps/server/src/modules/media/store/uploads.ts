import type { Attachment, MessageId, Mint, Uid } from "@tribe/contract";
import { and, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import type { UnsentUploads } from "../rules/upload-request.ts";
import { type StoredForms, uploads } from "../schema.ts";

/** A file that was uploaded for a chat. */
export type UploadRow = typeof uploads.$inferSelect;

/** An upload; null when there is none. */
export const findUpload = async (db: Reader, id: string): Promise<UploadRow | null> => {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row ?? null;
};

/** Somebody's own upload; null when they have none with this id. */
export const findOwnUpload = async (db: Reader, id: string, uid: Uid): Promise<UploadRow | null> => {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.uid, uid)));
  return row ?? null;
};

/**
 * What somebody has uploaded and not sent. One person's creations are done one after another until the commit, so that none
 * exceeds the limits.
 */
export const lockUnsentUploads = async (tx: Executor, uid: Uid): Promise<UnsentUploads> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${uid}`}, 0))`);
  const [unsent] = await tx
    .select({ files: sql<string>`count(*)`, bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), isNull(uploads.messageId), sql`${uploads.state} not in ('deleted', 'refused')`));
  return { files: Number(unsent?.files), bytes: Number(unsent?.bytes) };
};

/** Stores a new upload. */
export const addUpload = async (tx: Executor, upload: typeof uploads.$inferInsert): Promise<void> => {
  await tx.insert(uploads).values(upload);
};

/** Notes that all bytes of an upload have arrived; null when that was noted before. */
export const startProcessing = async (tx: Executor, id: string): Promise<Pick<UploadRow, "isPoster"> | null> => {
  const [row] = await tx
    .update(uploads)
    .set({ state: "processing" })
    .where(and(eq(uploads.id, id), eq(uploads.state, "uploading")))
    .returning({ isPoster: uploads.isPoster });
  return row ?? null;
};

/** What was made of an upload. */
interface Result {
  readonly hash: Buffer;
  readonly forms: StoredForms;
  readonly attachment: Attachment;
}

/** Stores the result of an upload. @returns false when the upload was removed meanwhile */
export const storeResult = async (db: Executor, id: string, { hash, forms, attachment }: Result): Promise<boolean> => {
  const { rowCount } = await db
    .update(uploads)
    .set({ state: "ready", hash, forms, attachment })
    .where(and(eq(uploads.id, id), eq(uploads.state, "processing")));
  return rowCount !== 0;
};

/** Stores that an upload was refused, with a code of the error catalogue. */
export const storeRefusal = async (db: Executor, id: string, code: string): Promise<void> => {
  await db
    .update(uploads)
    .set({ state: "refused", refusal: code })
    .where(and(eq(uploads.id, id), eq(uploads.state, "processing")));
};

/** An upload's poster of the same person; null when it has none that has arrived. */
export const findPoster = async (
  db: Reader,
  { posterId, uid }: Pick<UploadRow, "posterId" | "uid">,
): Promise<Pick<UploadRow, "id"> | null> => {
  if (!posterId) return null;
  const [poster] = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(eq(uploads.id, posterId), eq(uploads.uid, uid), eq(uploads.isPoster, true), eq(uploads.state, "processing")),
    );
  return poster ?? null;
};

/** Deletes the row of an upload's poster; null when there is none. */
export const deletePoster = async (
  db: Executor,
  { posterId, uid }: Pick<UploadRow, "posterId" | "uid">,
): Promise<Pick<UploadRow, "id"> | null> => {
  if (!posterId) return null;
  const [poster] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, posterId), eq(uploads.uid, uid), eq(uploads.isPoster, true)))
    .returning({ id: uploads.id });
  return poster ?? null;
};

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

/** The files of messages. */
export const filesOfMessages = (tx: Executor, messageIds: readonly MessageId[]) =>
  tx
    .select({ id: uploads.id, hash: uploads.hash })
    .from(uploads)
    .where(inArray(uploads.messageId, [...messageIds]));

/** Makes files inaccessible. */
export const markDeleted = async (tx: Executor, ids: readonly string[]): Promise<void> => {
  await tx
    .update(uploads)
    .set({ state: "deleted" })
    .where(inArray(uploads.id, [...ids]));
};

/** Deletes the rows of inaccessible files. */
export const deleteUploads = async (db: Executor, ids: readonly string[]): Promise<void> => {
  await db.delete(uploads).where(and(inArray(uploads.id, [...ids]), eq(uploads.state, "deleted")));
};

/** Locks some uploads that were created before a moment and not sent; those that somebody else has locked are left out. */
export const lockExpired = async (tx: Executor, before: Date, limit: number): Promise<string[]> => {
  const rows = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(isNull(uploads.messageId), ne(uploads.state, "deleted"), lt(uploads.createdAt, before)))
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows.map(({ id }) => id);
};
