import { ApiError, addressSchema, attachmentIdSchema, type Uid, uploadLimits, withoutUnseen } from "@tribe/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { personByUid } from "../identity/index.ts";
import { findToken } from "../indexer/index.ts";
import { requireAccess } from "../membership/index.ts";
import { uploads } from "./schema.ts";

/** Bytes on the disk that uploads leave free. */
export const reservedBytes = 500_000_000;

const waveformSchema = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[0-9,]{1,300}$/)),
    z.transform((text: string) => text.split(",").map(Number)),
  ),
  z
    .array(z.int().check(z.minimum(0), z.maximum(100)))
    .check(z.minLength(uploadLimits.waveformValues), z.maxLength(uploadLimits.waveformValues)),
);

const metadataSchema = z.object({
  mint: addressSchema,
  filename: z.string(),
  poster: z.optional(attachmentIdSchema),
  isPoster: z.optional(z.literal("yes")),
  waveform: z.optional(waveformSchema),
  isVoice: z.optional(z.literal("yes")),
});
export type CheckedMetadata = z.output<typeof metadataSchema>;

/** @throws ApiError `invalid_field` */
export const checkMetadata = (metadata: Readonly<Record<string, string | null>>): CheckedMetadata => {
  const parsed = z.safeParse(metadataSchema, metadata);
  if (parsed.success) return parsed.data;
  const field = ["Upload-Metadata", ...(parsed.error.issues[0]?.path ?? [])].join(".");
  throw new ApiError("invalid_field", { field, message: `${field} is not valid` });
};

/** The announced length. @throws ApiError `invalid_field`, `too_large`. */
export const checkLength = (header: string | undefined): number => {
  const isNumber = /^[1-9][0-9]{0,15}$/.test(header ?? "");
  if (!isNumber) throw new ApiError("invalid_field", { field: "Upload-Length", message: "This file is empty" });
  const size = Number(header);
  if (size > uploadLimits.maxBytes)
    throw new ApiError("too_large", { message: `This is larger than ${uploadLimits.maxBytes / 1_000_000} MB` });
  return size;
};

/** A file's name: one line of what is seen, without folders, of limited length. */
export const cleanName = (name: string): string => {
  const visible = withoutUnseen(name.split(/[/\\]/).at(-1) ?? "").trim();
  const short = [...visible];
  // Of dots, spaces and invisible characters alone nobody could see a name.
  if (/^[.\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(visible)) return "file";
  if (short.length <= uploadLimits.nameMaxCharacters) return visible;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(visible)?.[0] ?? "";
  return withoutUnseen(short.slice(0, uploadLimits.nameMaxCharacters - ending.length).join("")) + ending;
};

/**
 * Creates an upload for somebody who may write in the Tribe's chat. @throws ApiError `not_found`, `not_a_member`, `banned`,
 * `uploads_waiting`, `storage_full`
 */
export const createUpload = async (
  ctx: Pick<AppContext, "ports" | "files" | "now">,
  tx: Executor,
  upload: { readonly id: string; readonly uid: Uid; readonly size: number; readonly metadata: CheckedMetadata },
): Promise<void> => {
  const { uid, size, metadata } = upload;
  const person = await personByUid(tx, uid);
  if (!person) throw new ApiError("unauthorized");
  if (!(await findToken(tx, metadata.mint))) throw new ApiError("not_found");
  await requireAccess(tx, metadata.mint, person);
  const free = await ctx.files.freeBytes();
  if (free !== null && free - size < reservedBytes) throw new ApiError("storage_full");
  // One person's creations are done one after another, so that none exceeds the limits.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${uid}`}, 0))`);
  const [unsent] = await tx
    .select({ files: sql<string>`count(*)`, bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), isNull(uploads.messageId), sql`${uploads.state} not in ('deleted', 'refused')`));
  if (Number(unsent?.files) >= uploadLimits.unsentFiles || Number(unsent?.bytes) + size > uploadLimits.unsentBytes)
    throw new ApiError("uploads_waiting");
  await tx.insert(uploads).values({
    id: upload.id,
    uid,
    mint: metadata.mint,
    state: "uploading",
    name: cleanName(metadata.filename),
    size,
    isPoster: metadata.isPoster === "yes",
    posterId: metadata.poster ?? null,
    waveform: metadata.waveform ?? null,
    isVoice: metadata.isVoice === "yes",
    createdAt: new Date(ctx.now()),
  });
};
