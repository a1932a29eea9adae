import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, uploadLimits } from "@tribe/contract";
import { fileTypeFromFile } from "file-type";
import { cleanRecording, firstBytes } from "./cleaning/clean-recording.ts";
import { pictureTypes, processPicture } from "./picture.ts";
import type { ProcessedFile } from "./processed.ts";
import { processSoundOrVideo, remuxToMatroska } from "./sound-and-video.ts";

const bytesOf = {
  image: uploadLimits.imageBytes,
  video: uploadLimits.videoBytes,
  audio: uploadLimits.audioBytes,
  file: uploadLimits.fileBytes,
} as const;

/** Notes for instruments, recorded nowhere. */
const scores: ReadonlySet<string> = new Set(["audio/midi", "audio/x-it", "audio/x-s3m", "audio/x-xm"]);
const recordings = /^(?:video|audio)\/|^application\/(?:ogg|mxf|vnd\.ms-asf|vnd\.rn-realmedia)$/;
/** Those that the library does not know: large WAV files, Core Audio, Sun and others. */
const otherRecordings = /^(?:RF64|BW64|riff|caff|\.snd|\.RMF|TTA1|OFR |wvpk)/;

const isRecording = async (path: string, type: string): Promise<boolean> =>
  type ? recordings.test(type) && !scores.has(type) : otherRecordings.test((await firstBytes(path)).toString("latin1"));

/**
 * Detects the type of an upload by its bytes and makes the forms that are kept. Its name and the type that a browser gave are
 * ignored. What is no picture, sound or video is a `file`: its bytes are kept, and no browser ever shows them. So is a sound or a
 * video that browsers can't play, without its metadata.
 * @throws ApiError `too_large`, `media_unreadable`, `media_too_many_pixels`, `picture_format`, `recording_format`
 */
export const processFile = async (path: string, folder: string): Promise<ProcessedFile> => {
  const { size } = await stat(path);
  const type = (await fileTypeFromFile(path))?.mime ?? "";
  const check = (kind: keyof typeof bytesOf): void => {
    if (size > bytesOf[kind])
      throw new ApiError("too_large", { message: `This is larger than ${bytesOf[kind] / 1_000_000} MB` });
  };
  if (pictureTypes.has(type)) {
    check("image");
    return processPicture(path, folder);
  }
  // Kept unchanged, its metadata could reveal where and with what it was taken.
  if (type.startsWith("image/")) throw new ApiError("picture_format");
  if (await isRecording(path, type)) {
    const made = await processRecording(path, folder);
    check(made.attachment.kind);
    return made;
  }
  check("file");
  return fileAt(path);
};

const fileAt = async (path: string): Promise<ProcessedFile> => ({
  attachment: { kind: "file", size: (await stat(path)).size },
  forms: [{ form: "full", path, contentType: "application/octet-stream" }],
});

/**
 * What browsers play gets a container of ours. Of the rest all that could tell where it was made is removed, for a download.
 * @throws ApiError `media_unreadable`, `recording_format`
 */
const processRecording = async (path: string, folder: string): Promise<ProcessedFile> => {
  let problem = new ApiError("recording_format");
  const made = await processSoundOrVideo(path, folder).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    problem = error;
    return null;
  });
  if (made) return made;
  const copy = join(folder, "cleaned");
  if (await cleanRecording(path, copy)) return fileAt(copy);
  const other = problem.code === "recording_format" ? await remuxToMatroska(path, folder) : null;
  if (other === null) throw problem;
  return fileAt(other);
};
