import type { Mint, UploadMetadata } from "@tribe/contract";

import { looksLike } from "../attaching/pending-files.ts";
import { startUpload } from "./tus-upload.ts";

/** What is known of a file when its upload begins. */
export interface KnownFile {
  readonly mint: Mint;
  /** A recording's loudness; null for what is no voice note. */
  readonly voice: readonly number[] | null;
  readonly waveform: readonly number[] | null;
  /** A frame of a video. */
  readonly poster: Blob | null;
}

/** The metadata with which the server creates an upload; a video's poster is uploaded first. */
export const metadataOf = async (base: string, file: File, known: KnownFile): Promise<UploadMetadata> => {
  const { mint, voice, waveform, poster } = known;
  const common = { mint, filename: file.name };
  if (voice) return { ...common, isVoice: "yes", waveform: voice.join(",") };
  if (looksLike(file.type) === "audio" && waveform) return { ...common, waveform: waveform.join(",") };
  const posterId = poster && (await uploadPoster(base, mint, poster));
  return posterId === null ? common : { ...common, poster: posterId };
};

/** Null if that fails: the video can be sent without one. */
const uploadPoster = async (base: string, mint: Mint, picture: Blob): Promise<string | null> => {
  try {
    const metadata = { mint, filename: "poster", isPoster: "yes" } as const;
    return await (await startUpload(base, picture, metadata, () => undefined)).done;
  } catch {
    return null;
  }
};
