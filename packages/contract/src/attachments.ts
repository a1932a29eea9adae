import * as z from "zod/mini";
import { uuidSchema } from "./primitives.ts";

const megabyte = 1_000_000;

/** Limits of the files in messages. A file over them is refused before its bytes are sent, when its size is known by then. */
export const uploadLimits = {
  /** Any upload. Its kind is known only from its bytes, so the limit of the largest kind applies when it is created. */
  maxBytes: 200 * megabyte,
  imageBytes: 20 * megabyte,
  videoBytes: 200 * megabyte,
  audioBytes: 50 * megabyte,
  fileBytes: 50 * megabyte,
  /** Pixels of a picture; of an animated one, of all frames together. What phones call 50 megapixels is a little more. */
  imagePixels: 8_192 * 6_144,
  /** Longest side of an accepted picture, in pixels. */
  imageSide: 16_383,
  attachmentsPerMessage: 10,
  nameMaxCharacters: 200,
  /** A person's files that are in no message yet; they are deleted after a day. */
  unsentFiles: 60,
  unsentBytes: 1_000 * megabyte,
  unsentSeconds: 86_400,
  waveformValues: 64,
  voiceSeconds: 900,
} as const;

/** Longest sides of a picture's forms, in pixels. No form is larger than the picture itself. */
export const imageSides = { full: 4_096, medium: 1_280, small: 400 } as const;

/** The id of a file that a person has uploaded, as the server gave it to the upload. */
export const attachmentIdSchema = uuidSchema;

const shared = {
  id: attachmentIdSchema,
  /** The file's name on the sender's device: one line, without a path. */
  name: z.string().check(z.maxLength(uploadLimits.nameMaxCharacters)),
  /** Bytes of the full form. */
  size: z.int().check(z.minimum(0)),
};
const side = z.int().check(z.minimum(1));
/** A few pixels of the picture as a data URL: its placeholder while it loads. */
const blurSchema = z.string().check(z.maxLength(2_000), z.startsWith("data:image/webp;base64,"));
const durationSchema = z.int().check(z.minimum(0));

/** One attachment of a message. It has no URL: `signMediaUrl` makes one for each person. */
export const attachmentSchema = z.discriminatedUnion("kind", [
  /** Forms: full, medium, small (WebP). */
  z.object({
    ...shared,
    kind: z.literal("image"),
    width: side,
    height: side,
    blur: blurSchema,
    isAnimated: z.boolean(),
  }),
  /** Forms: full, and poster (WebP) when `blur` is there. */
  z.object({
    ...shared,
    kind: z.literal("video"),
    mimeType: z.enum(["video/mp4", "video/webm"]),
    width: side,
    height: side,
    durationMs: durationSchema,
    blur: z.nullable(blurSchema),
  }),
  /** Form: full. */
  z.object({
    ...shared,
    kind: z.literal("audio"),
    mimeType: z.enum(["audio/mp4", "audio/webm", "audio/mpeg", "audio/ogg", "audio/wav", "audio/flac"]),
    durationMs: durationSchema,
    /** Loudness over time, 0 to 100, in `uploadLimits.waveformValues` equal parts; null when unknown. */
    waveform: z.nullable(
      z
        .array(z.int().check(z.minimum(0), z.maximum(100)))
        .check(z.minLength(uploadLimits.waveformValues), z.maxLength(uploadLimits.waveformValues)),
    ),
    /** Recorded here as a voice note. */
    isVoice: z.boolean(),
  }),
  /** Any other file: downloaded, never shown. Form: full. */
  z.object({ ...shared, kind: z.literal("file") }),
]);

export type Attachment = z.output<typeof attachmentSchema>;
export type AttachmentOf<Kind extends Attachment["kind"]> = Extract<Attachment, { readonly kind: Kind }>;

/** Ids of the finished uploads that a message attaches. */
export const attachmentIdsSchema = z.array(attachmentIdSchema).check(
  z.maxLength(uploadLimits.attachmentsPerMessage, `at most ${uploadLimits.attachmentsPerMessage} files`),
  z.refine((ids: string[]) => new Set(ids).size === ids.length, "each file once"),
);

/** The forms in which a file can be fetched. */
export const mediaForms = ["full", "medium", "small", "poster"] as const;
export type MediaForm = (typeof mediaForms)[number];
