import { stat } from "node:fs/promises";
import { ApiError, uploadLimits } from "@tribe/contract";
import { fileTypeFromFile } from "file-type";
import { pictureTypes, processPicture } from "./picture.ts";
import type { ProcessedFile } from "./processed.ts";
import { processSoundOrVideo } from "./sound-and-video.ts";

const bytesOf = {
  image: uploadLimits.imageBytes,
  video: uploadLimits.videoBytes,
  audio: uploadLimits.audioBytes,
  file: uploadLimits.fileBytes,
} as const;

/**
 * Detects the type of an upload by its bytes and makes the forms that are kept. Its name and the type that a browser gave are
 * ignored. What is no known picture, sound or video is a `file`: its bytes are kept, and no browser ever shows them.
 * @throws ApiError `too_large`, `media_unreadable`, `media_too_many_pixels`, `picture_format`
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
  if (/^(video|audio)\/|^application\/ogg$/.test(type)) {
    const made = await processSoundOrVideo(path, folder);
    if (made) {
      check(made.attachment.kind);
      return made;
    }
  }
  check("file");
  return {
    attachment: { kind: "file", size },
    forms: [{ form: "full", path, contentType: "application/octet-stream" }],
  };
};
