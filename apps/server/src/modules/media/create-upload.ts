import { ApiError, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { personByUid } from "../identity/index.ts";
import { findToken } from "../indexer/index.ts";
import { requireAccess } from "../membership/index.ts";
import { type CheckedMetadata, checkUnsent, cleanName } from "./rules/upload-request.ts";
import { addUpload, lockUnsentUploads } from "./store/uploads.ts";

/** Bytes on the disk that uploads leave free. */
export const reservedBytes = 500_000_000;

/**
 * Creates an upload for somebody who may write in the Tribe's chat. @throws ApiError `not_found`, `not_a_member`, `banned`,
 * `uploads_waiting`, `storage_full`
 */
export const createUpload = async (
  ctx: Pick<AppContext, "ports" | "files" | "now">,
  tx: Executor,
  upload: { readonly id: string; readonly uid: Uid; readonly size: number; readonly metadata: CheckedMetadata },
): Promise<void> => {
  const { id, uid, size, metadata } = upload;
  const person = await personByUid(tx, uid);
  if (!person) throw new ApiError("unauthorized");
  if (!(await findToken(tx, metadata.mint))) throw new ApiError("not_found");
  await requireAccess(tx, metadata.mint, person);
  const free = await ctx.files.freeBytes();
  if (free !== null && free - size < reservedBytes) throw new ApiError("storage_full");
  checkUnsent(await lockUnsentUploads(tx, uid), size);
  await addUpload(tx, {
    id,
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
