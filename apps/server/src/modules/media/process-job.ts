import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ApiError, type Attachment } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { processPoster } from "./processing/picture.ts";
import { processFile } from "./processing/process-file.ts";
import type { MadeForm, ProcessedFile } from "./processing/processed.ts";
import type { StoredForms } from "./schema.ts";
import { isBlockedFile } from "./store/blocked-files.ts";
import { deletePoster, findPoster, findUpload, storeRefusal, storeResult, type UploadRow } from "./store/uploads.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Checks an upload's bytes and makes the forms that are kept. */
    "media.process": { readonly id: string };
  }
}

type Context = Pick<AppContext, "db" | "files" | "jobs" | "log" | "scanner">;

const maxAttempts = 5;

/** Queues the processing of an upload, in the caller's transaction. */
export const queueProcessing = ({ jobs }: Pick<AppContext, "jobs">, tx: Executor, id: string): Promise<void> =>
  jobs.add(tx, "media.process", { id }, { maxAttempts, key: `media.process ${id}` });

/** Makes an upload's forms. All steps can be repeated: a process that is killed leaves the row as it was. */
export const processJob = defineJob({
  name: "media.process",
  handler:
    (ctx) =>
    async ({ id }) => {
      const row = await findUpload(ctx.db, id);
      if (row?.state !== "processing") return;
      try {
        await ctx.files.inWorkFolder((folder) => processUpload(ctx, row, folder));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await storeRefusal(ctx.db, id, error.code);
      }
      await ctx.files.removeUpload(id);
      await removePoster(ctx, row);
    },
});

const processUpload = async (ctx: Context, row: UploadRow, folder: string): Promise<void> => {
  const path = await ctx.files.localUpload(row.id, folder);
  const hash = await hashFile(path);
  if (await isBlockedFile(ctx.db, hash, row.mint)) throw new ApiError("file_blocked");
  await refuseInfected(ctx, row, path);
  const made = withPoster(await processFile(path, folder), await posterOf(ctx, row, folder));
  const forms: { -readonly [Form in keyof StoredForms]: StoredForms[Form] } = {};
  for (const { form, path: from, contentType } of made.forms) {
    await ctx.files.store(`${row.id}/${form}`, from, contentType);
    forms[form] = { contentType, size: (await stat(from)).size };
  }
  const isStored = await storeResult(ctx.db, row.id, { hash, forms, attachment: attachmentOf(row, made) });
  if (!isStored) await ctx.files.remove(row.id);
};

const attachmentOf = (row: UploadRow, { attachment }: ProcessedFile): Attachment => {
  const named = { id: row.id, name: row.name };
  return attachment.kind === "audio"
    ? { ...attachment, ...named, waveform: row.waveform, isVoice: row.isVoice }
    : { ...attachment, ...named };
};

const hashFile = async (path: string): Promise<Buffer> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest();
};

/** Scanned before any code of ours opens the file. If the scanner fails, the file is refused, too, and can be uploaded again. */
const refuseInfected = async ({ scanner, log }: Context, { id, uid }: UploadRow, path: string): Promise<void> => {
  if (!scanner) return;
  const isInfected = await scanner.isInfected(path).catch((err: unknown) => {
    log.error({ err, id }, "a file could not be scanned for viruses; it is refused");
    throw new ApiError("unavailable", { cause: err });
  });
  if (!isInfected) return;
  log.warn({ id, uid }, "a virus was found in an upload; it is refused");
  throw new ApiError("file_infected");
};

interface Poster {
  readonly path: string;
  readonly blur: string;
}

/** The poster that the sender's page drew of a video; null when there is none that can be used. */
const posterOf = async (ctx: Context, row: UploadRow, folder: string): Promise<Poster | null> => {
  const poster = await findPoster(ctx.db, row);
  if (!poster) return null;
  try {
    return await ctx.files.inWorkFolder(async (own) => {
      const path = await ctx.files.localUpload(poster.id, own);
      await refuseInfected(ctx, row, path);
      // Written into the video's work folder, because its own is deleted after this.
      return processPoster(path, folder);
    });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
};

const withPoster = (made: ProcessedFile, poster: Poster | null): ProcessedFile => {
  if (made.attachment.kind !== "video" || !poster) return made;
  const form: MadeForm = { form: "poster", path: poster.path, contentType: "image/webp" };
  return { attachment: { ...made.attachment, blur: poster.blur }, forms: [...made.forms, form] };
};

const removePoster = async ({ db, files }: Context, row: UploadRow): Promise<void> => {
  const poster = await deletePoster(db, row);
  if (poster) await files.removeUpload(poster.id);
};
