import { looksLike, type MediaProperties } from "../attaching/pending-files.ts";
import { readHeicSides } from "../attaching/pictures/heic-sides.ts";
import { inside } from "../attaching/pictures/picture-plan.ts";
import { readSides } from "../attaching/pictures/with-image.ts";
import { readDuration, readVideo } from "./read-recording.ts";

/** A recording's measured properties. */
export interface Voice {
  /** `uploadLimits.waveformValues` values from 0 to 100. */
  readonly waveform: readonly number[];
  readonly durationMs: number;
}

/** A file's look, and the frame that stands for a video. */
export interface Measured {
  readonly properties: MediaProperties;
  readonly poster: Blob | null;
}

const plain: MediaProperties = { sides: null, durationMs: 0, waveform: null };

/** Reads how a file will look in the chat, so that its place has its final size before its upload. Never fails. */
export const measure = async (file: File, voice: Voice | null): Promise<Measured> => {
  if (voice) return { properties: { ...plain, ...voice }, poster: null };
  switch (looksLike(file.type)) {
    case "image": {
      const sides = (await readSides(file)) ?? (await readHeicSides(file));
      return { properties: { ...plain, sides: sides && inside(sides) }, poster: null };
    }
    case "video": {
      const video = await readVideo(file);
      if (!video) return { properties: plain, poster: null };
      const { width, height, durationMs, poster } = video;
      return { properties: { ...plain, sides: { width, height }, durationMs }, poster };
    }
    case "audio":
      return { properties: { ...plain, durationMs: await readDuration(file) }, poster: null };
    case "file":
      return { properties: plain, poster: null };
  }
};
