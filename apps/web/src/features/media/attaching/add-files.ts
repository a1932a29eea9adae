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
import { wordsOf } from "../../../shared/api/errors.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { changeFile, forgetFile, looksLike, type PendingFile, pendingFiles } from "./pending-files.ts";
import type { RunningUpload } from "./tus-upload.ts";

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
    const { uploadUrl } = await queryClient().ensureQueryData(configQuery);
    const file = await prepare(work.file);
    checkSize(file);
    const metadata = await describe(uploadUrl, mint, work, file);
    if (work.isCancelled) return;
    const { startUpload } = await import("./tus-upload.ts");
    const onProgress = (sentBytes: number): void => {
      const state = pendingFiles.get().find((entry) => entry.key === key)?.state;
      if (state?.kind === "uploading") changeFile(key, { state: { ...state, sentBytes } });
    };
    changeFile(key, { state: { kind: "uploading", sentBytes: 0, isPaused: false } });
    const upload = await startUpload(uploadUrl, file, metadata, onProgress);
    work.upload = upload;
    if (work.isCancelled) return upload.cancel();
    const id = await upload.done;
    changeFile(key, { state: { kind: "processing" } });
    const attachment = await settled(id, () => work.isCancelled);
    if (attachment) changeFile(key, { state: { kind: "ready", attachment } });
  } catch (error) {
    if (work.isCancelled) return;
    const { title } = wordsOf(error);
    const canRetry = error instanceof ApiError && ["unavailable", "storage_full", "internal"].includes(error.code);
    changeFile(key, { state: { kind: "failed", reason: title, canRetry } });
  }
};

/** Formats that our server can't show are converted by a browser that can read them. */
const prepare = async (file: File): Promise<File> => {
  if (!/^image\/hei[cf]/.test(file.type) && !/\.hei[cf]$/i.test(file.name)) return file;
  const { toJpeg } = await import("./drawing.ts");
  return (await toJpeg(file)) ?? file;
};

/** Checks the size before the upload instead of failing after minutes. @throws ApiError `too_large`, `invalid_field` */
const checkSize = (file: File): void => {
  const limits = { image: uploadLimits.imageBytes, video: uploadLimits.videoBytes, audio: uploadLimits.audioBytes };
  const kind = looksLike(file.type);
  const limit = kind === "file" ? uploadLimits.fileBytes : limits[kind];
  if (file.size > limit) throw new ApiError("too_large", { message: mediaTexts.tooLarge(limit / 1_000_000) });
  if (file.size === 0) throw new ApiError("invalid_field", { message: mediaTexts.empty });
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
