import {
  ApiError,
  type Attachment,
  isApiErrorCode,
  type Mint,
  routes,
  type UploadMetadata,
  uploadLimits,
} from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { api } from "../../../shared/api/api.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { droppedFiles } from "./dropped-files.ts";
import { changeFile, forgetFile, looksLike, type PendingFile, pendingFiles } from "./pending-files.ts";
import { prepareFile, redrawRefused } from "./prepare-file.ts";
import type { RunningUpload } from "./tus-upload.ts";
import { uploadFailure } from "./upload-failure.ts";

/** A recording's measured properties. */
export interface Voice {
  /** `uploadLimits.waveformValues` values from 0 to 100. */
  readonly waveform: readonly number[];
}

interface Work {
  readonly file: File;
  readonly voice: Voice | null;
  upload: RunningUpload | null;
  isCancelled: boolean;
}
/** The files and their uploads by key: neither belongs into the store that components render. */
const works = new Map<string, Work>();

/** Starts to upload files for a chat; they are shown as pending until they are sent with a message. */
export const addFiles = (mint: Mint, files: Iterable<File>, voice: Voice | null = null): void => {
  const room = uploadLimits.attachmentsPerMessage - pendingFiles.get().filter((file) => file.mint === mint).length;
  const all = [...files];
  if (all.length > room) toast.error(mediaTexts.tooMany(uploadLimits.attachmentsPerMessage));
  for (const file of all.slice(0, Math.max(0, room))) {
    const key = crypto.randomUUID();
    const kind = looksLike(file.type);
    works.set(key, { file, voice, upload: null, isCancelled: false });
    const entry: PendingFile = {
      key,
      mint,
      name: file.name,
      size: file.size,
      looksLike: kind,
      isVoice: voice !== null,
      preview: kind === "file" ? null : URL.createObjectURL(file),
      state: { kind: "preparing" },
    };
    pendingFiles.set((before) => [...before, entry]);
    void run(key, mint);
  }
};

/** Adds what was dropped or pasted, and says what can't be added. */
export const addDropped = (mint: Mint, transfer: Pick<DataTransfer, "items" | "files">): void => {
  const { files, hasFolder } = droppedFiles(transfer);
  if (hasFolder) toast.error(mediaTexts.folder);
  else if (files.length === 0) toast.error(mediaTexts.notAFile);
  addFiles(mint, files);
};

/** Removes a pending file in any state, and cancels its upload. */
export const removeFile = (key: string): void => {
  const work = works.get(key);
  if (work) work.isCancelled = true;
  work?.upload?.cancel();
  works.delete(key);
  forgetFile(key);
};

export const pauseFile = (key: string): void => setPaused(key, true);
export const resumeFile = (key: string): void => setPaused(key, false);

/** Retries a failed upload, which continues after the bytes that have arrived. */
export const retryFile = ({ key, mint }: PendingFile): void => {
  if (!works.has(key)) return;
  changeFile(key, { state: { kind: "preparing" } });
  void run(key, mint);
};

/** Forgets files that were sent with a message. */
export const forgetSent = (files: readonly PendingFile[]): void => {
  for (const { key } of files) {
    works.delete(key);
    forgetFile(key);
  }
};

const setPaused = (key: string, isPaused: boolean): void => {
  const state = pendingFiles.get().find((file) => file.key === key)?.state;
  const upload = works.get(key)?.upload;
  if (state?.kind !== "uploading" || !upload) return;
  if (isPaused) upload.pause();
  else upload.resume();
  changeFile(key, { state: { ...state, isPaused } });
};

const run = async (key: string, mint: Mint): Promise<void> => {
  const work = works.get(key);
  if (!work) return;
  try {
    const file = await prepareFile(work.file);
    const attachment = await uploadAs(key, mint, work, file).catch(async (error: unknown) => {
      const redrawn = file === work.file && isUnread(error) ? await redrawRefused(file) : null;
      if (!redrawn) throw error;
      return uploadAs(key, mint, work, redrawn);
    });
    if (attachment) changeFile(key, { state: { kind: "ready", attachment } });
  } catch (error) {
    if (work.isCancelled) return;
    changeFile(key, { state: { kind: "failed", ...uploadFailure(error) } });
  }
};

/** Whether the server could not read a picture, which this browser perhaps can. */
const isUnread = (error: unknown): boolean =>
  error instanceof ApiError && ["media_unreadable", "picture_format"].includes(error.code);

/** Uploads a file in the place of the one that was chosen; null if that was removed meanwhile. @throws ApiError, FileProblem */
const uploadAs = async (key: string, mint: Mint, work: Work, file: File): Promise<Attachment | null> => {
  const { uploadUrl } = await queryClient().ensureQueryData(configQuery);
  const metadata = await describe(uploadUrl, mint, work, file);
  if (work.isCancelled) return null;
  const { startUpload } = await import("./tus-upload.ts");
  const onProgress = (sentBytes: number): void => {
    const state = pendingFiles.get().find((entry) => entry.key === key)?.state;
    if (state?.kind === "uploading") changeFile(key, { state: { ...state, sentBytes } });
  };
  changeFile(key, { size: file.size, state: { kind: "uploading", sentBytes: 0, isPaused: false } });
  const upload = await startUpload(uploadUrl, file, metadata, onProgress);
  work.upload = upload;
  if (work.isCancelled) {
    upload.cancel();
    return null;
  }
  const id = await upload.done;
  changeFile(key, { state: { kind: "processing" } });
  return settled(id, () => work.isCancelled);
};

const describe = async (base: string, mint: Mint, { voice }: Work, file: File): Promise<UploadMetadata> => {
  const common = { mint, filename: file.name };
  if (voice) return { ...common, isVoice: "yes", waveform: voice.waveform.join(",") };
  if (looksLike(file.type) === "video") {
    const poster = await uploadPoster(base, mint, file);
    return poster === null ? common : { ...common, poster };
  }
  if (looksLike(file.type) === "audio") {
    const { waveformOf } = await import("../waveform.ts");
    const waveform = await waveformOf(file);
    return waveform === null ? common : { ...common, waveform: waveform.join(",") };
  }
  return common;
};

/** Uploads a video's poster image. Null if that fails: the video can be sent without one. */
const uploadPoster = async (base: string, mint: Mint, file: File): Promise<string | null> => {
  try {
    const { drawPoster } = await import("./drawing.ts");
    const picture = await drawPoster(file);
    if (!picture) return null;
    const { startUpload } = await import("./tus-upload.ts");
    const metadata = { mint, filename: "poster", isPoster: "yes" } as const;
    return await (await startUpload(base, picture, metadata, () => undefined)).done;
  } catch {
    return null;
  }
};

const firstPauseMs = 150;
const longestPauseMs = 2_000;

/** Polls until the server has processed an upload; null if the file was removed meanwhile. @throws ApiError if refused */
const settled = async (id: string, isGone: () => boolean): Promise<Attachment | null> => {
  for (let pause = firstPauseMs; !isGone(); pause = Math.min(longestPauseMs, pause * 1.5)) {
    const answer = await api(routes.media.upload, { query: { id } });
    if (answer.state === "ready") return answer.attachment;
    if (answer.state === "refused") throw new ApiError(isApiErrorCode(answer.code) ? answer.code : "internal");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
};
