import { ApiError, type Attachment, isApiErrorCode, routes } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { api } from "../../../shared/api/api.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { FileProblem } from "../attaching/file-problem.ts";
import { changeFile, forgetFile, looksLike, type PendingFile, pendingFiles } from "../attaching/pending-files.ts";
import { prepareFile, redrawRefused } from "../attaching/prepare-file.ts";
import { storedFiles } from "../sending/stored-files.ts";
import { localMedia } from "../showing/local-media.ts";
import { type Measured, measure, type Voice } from "./measure.ts";
import { metadataOf } from "./metadata.ts";
import { createSlots } from "./slots.ts";
import { type RunningUpload, startUpload } from "./tus-upload.ts";
import { uploadFailure } from "./upload-failure.ts";

/** What is no matter of display: the file itself, and its upload. */
interface Work {
  /** Null for one that the browser has lost. Replaced by its copy when the chosen one can't be read any more. */
  file: File | null;
  isCopy: boolean;
  /** As it is uploaded, once that is known. */
  prepared: File | null;
  readonly voice: Voice | null;
  readonly measured: Promise<Measured | null>;
  upload: RunningUpload | null;
  /** Counts attempts and their ends: what an earlier one still says is ignored. */
  attempt: number;
}
const works = new Map<string, Work>();

/** More at once make each other slow, and all of them late. */
const inTurn = createSlots(3);
/** How long after a lost network it is tried again, when nothing else tells that it is back (ms). */
const waitMs = 20_000;

const fileOf = (key: string): PendingFile | undefined => pendingFiles.get().find((file) => file.key === key);

/** A file to upload: chosen now, or of a message from before a reload, with what was known of it. */
export interface NewUpload extends Pick<PendingFile, "key" | "mint" | "message"> {
  /** Null if the browser has lost it. */
  readonly file: File | null;
  readonly voice: Voice | null;
  readonly before?: Partial<
    Pick<PendingFile, "name" | "size" | "type" | "lastModified" | "properties" | "looksLike" | "uploadId">
  >;
  /** It is shown, and nothing is uploaded until the person says so. */
  readonly isHeld?: boolean;
}

const fresh = (file: File | null) => ({
  ...{ name: file?.name ?? "", size: file?.size ?? 0, looksLike: looksLike(file?.type ?? "") },
  ...{ type: file?.type ?? "", lastModified: file?.lastModified ?? 0, properties: null, uploadId: null },
});

/** Shows a file as pending, and begins its upload. */
export const beginUpload = ({ key, mint, message, file, voice, before, isHeld = false }: NewUpload): void => {
  const known = { ...fresh(file), ...before };
  const isLost = file === null && known.uploadId === null;
  const measured = file ? measure(file, voice) : Promise.resolve(null);
  const attempt = (works.get(key)?.attempt ?? 0) + 1;
  works.set(key, { file, isCopy: false, prepared: null, voice, measured, upload: null, attempt });
  localMedia.add(key, file);
  const entry: PendingFile = {
    ...{ key, mint, message, ...known, isVoice: voice !== null, isStored: null },
    preview: known.looksLike === "file" ? null : (localMedia.of(key)?.full ?? null),
    state: { kind: isLost ? "lost" : isHeld ? "stopped" : "preparing" },
  };
  const isThere = fileOf(key) !== undefined;
  pendingFiles.set((all) => (isThere ? all.map((each) => (each.key === key ? entry : each)) : [...all, entry]));
  void measured.then((found) => {
    if (!found || !fileOf(key)) return;
    if (found.poster) localMedia.addPoster(key, found.poster);
    changeFile(key, { properties: found.properties });
  });
  if (!isHeld && !isLost) void run(key);
};

/** Resolves when the looks of these files are known. */
export const areMeasured = async (keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => works.get(key)?.measured));
};

/** The chosen file, while this page has it, and what was recorded with it. */
export const chosenFile = (key: string): Pick<Work, "file" | "voice"> | null => works.get(key) ?? null;

/** Goes on with a file that has failed, was stopped or waits: after the bytes that have arrived. */
export const resumeUpload = (key: string): void => {
  if (works.has(key)) void run(key);
};

/** Ends an upload here. What has arrived stays on the server for a day. */
export const haltUpload = (key: string, state: PendingFile["state"]): void => {
  const work = works.get(key);
  if (!work) return;
  work.attempt += 1;
  work.upload?.halt();
  work.upload = null;
  changeFile(key, { state });
};

/** Forgets a file that was removed or sent; what was not sent is deleted on the server. */
export const endUpload = (key: string, isSent: boolean): void => {
  const work = works.get(key);
  if (work) {
    work.attempt += 1;
    if (!isSent) work.upload?.cancel();
  }
  works.delete(key);
  // What the server has is known by its own id.
  localMedia.remove(key);
  forgetFile(key);
};

/** Goes on with all that waits for the network. */
export const wakeUploads = (): void => {
  for (const { key, state } of pendingFiles.get()) if (state.kind === "waiting") resumeUpload(key);
};

const run = async (key: string): Promise<void> => {
  const [work, entry] = [works.get(key), fileOf(key)];
  if (!work || !entry) return;
  work.attempt += 1;
  const { attempt } = work;
  const isOver = (): boolean => work.attempt !== attempt;
  const change = (state: PendingFile["state"], more: Partial<PendingFile> = {}): void => {
    if (!isOver()) changeFile(key, { ...more, state });
  };
  change({ kind: "preparing" });
  try {
    const attachment = (await arrived(entry, isOver)) ?? (await inTurn(() => uploaded(key, work, isOver)));
    if (isOver()) return;
    if (!attachment) return change({ kind: "lost" });
    localMedia.alias(attachment, key);
    change({ kind: "ready", attachment }, { uploadId: attachment.id });
  } catch (error) {
    if (isOver()) return;
    if (await isReplaced(key, work, error)) return isOver() ? undefined : run(key);
    // Of a message, the person can still choose it again.
    if (error instanceof FileProblem && error.message === mediaTexts.gone && fileOf(key)?.message)
      return change({ kind: "lost" });
    if (isPassing(error)) {
      change({ kind: "waiting" });
      setTimeout(() => {
        if (!isOver() && fileOf(key)?.state.kind === "waiting") void run(key);
      }, waitMs);
      return;
    }
    change({ kind: "failed", ...uploadFailure(error) });
  }
};

/** Whether a file that can't be read any more has a copy of its bytes, which takes its place. */
const isReplaced = async (key: string, work: Work, error: unknown): Promise<boolean> => {
  if (!(error instanceof FileProblem) || work.file === null || work.isCopy) return false;
  const copy = await storedFiles.get(key, work.file);
  if (!copy) return false;
  work.file = copy;
  work.isCopy = true;
  work.prepared = null;
  return true;
};

/** No answer came, or the server restarts. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && error.code === "unavailable";

/** Whether the server could not read a picture, which this browser perhaps can. */
const isUnread = (error: unknown): boolean =>
  error instanceof ApiError && ["media_unreadable", "picture_format"].includes(error.code);

/** What became of bytes that have all arrived before; null if the server has them no longer. @throws ApiError */
const arrived = async ({ uploadId }: PendingFile, isOver: () => boolean): Promise<Attachment | null> => {
  if (uploadId === null) return null;
  try {
    return await settled(uploadId, isOver);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
};

/** Uploads a file; null if it is lost, or was removed or stopped meanwhile. @throws ApiError, FileProblem */
const uploaded = async (key: string, work: Work, isOver: () => boolean): Promise<Attachment | null> => {
  if (isOver() || work.file === null) return null;
  const file = work.prepared ?? (await prepareFile(work.file));
  work.prepared = file;
  return uploadAs(key, work, file, isOver).catch(async (error: unknown) => {
    const redrawn = file === work.file && isUnread(error) ? await redrawRefused(file) : null;
    if (!redrawn || isOver()) throw error;
    work.prepared = redrawn;
    return uploadAs(key, work, redrawn, isOver);
  });
};

/** Uploads a file in the place of the one that was chosen. @throws ApiError, FileProblem */
const uploadAs = async (key: string, work: Work, file: File, isOver: () => boolean): Promise<Attachment | null> => {
  const { uploadUrl } = await queryClient().ensureQueryData(configQuery);
  const measured = await work.measured;
  const waveform = await waveformFor(key, file, work, measured?.properties.waveform ?? null);
  const entry = fileOf(key);
  if (isOver() || !entry) return null;
  const metadata = await metadataOf(uploadUrl, file, {
    ...{ mint: entry.mint, voice: work.voice?.waveform ?? null, waveform, poster: measured?.poster ?? null },
  });
  if (isOver()) return null;
  const onProgress = (sentBytes: number): void => {
    if (!isOver()) changeFile(key, { state: { kind: "uploading", sentBytes, isPaused: false } });
  };
  changeFile(key, { size: file.size });
  onProgress(0);
  const upload = await startUpload(uploadUrl, file, metadata, onProgress);
  if (isOver()) {
    upload.halt();
    return null;
  }
  work.upload = upload;
  const uploadId = await upload.done;
  work.upload = null;
  if (isOver()) return null;
  changeFile(key, { uploadId, state: { kind: "processing" } });
  return settled(uploadId, isOver);
};

/** A sound's loudness, which its place in the chat shows. */
const waveformFor = async (
  key: string,
  file: File,
  { voice }: Work,
  known: readonly number[] | null,
): Promise<readonly number[] | null> => {
  if (voice || known || looksLike(file.type) !== "audio") return known;
  const { waveformOf } = await import("../waveform.ts");
  const waveform = await waveformOf(file);
  const properties = fileOf(key)?.properties;
  if (properties) changeFile(key, { properties: { ...properties, waveform } });
  return waveform;
};

const firstPauseMs = 150;
const longestPauseMs = 2_000;

/** Polls until the server has processed an upload; null if the file was removed meanwhile. @throws ApiError if refused */
const settled = async (id: string, isOver: () => boolean): Promise<Attachment | null> => {
  for (let pause = firstPauseMs; !isOver(); pause = Math.min(longestPauseMs, pause * 1.5)) {
    const answer = await api(routes.media.upload, { query: { id } });
    if (answer.state === "ready") return answer.attachment;
    if (answer.state === "refused") throw new ApiError(isApiErrorCode(answer.code) ? answer.code : "internal");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
};
