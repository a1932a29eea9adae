import * as z from "zod/mini";
import { uuidSchema } from "./primitives.ts";

const megabyte = 1_000_000;

/** What may be sent with messages. What is more is refused before its bytes are asked for, where that can be known. */
export const uploadLimits = {
  /** Any upload: what it is is known only when its bytes are there, so that the largest bound opens it. */
  maxBytes: 200 * megabyte,
  imageBytes: 20 * megabyte,
  videoBytes: 200 * megabyte,
  audioBytes: 50 * megabyte,
  fileBytes: 50 * megabyte,
  /** Of a picture, all frames of a moving one together. */
  imagePixels: 50_000_000,
  /** The longest side of a picture that is taken, in pixels. */
  imageSide: 16_383,
  attachmentsPerMessage: 10,
  nameMaxCharacters: 200,
  /** A person's files that are in no message yet: they are deleted after a day. */
  unsentFiles: 60,
  unsentBytes: 1_000 * megabyte,
  unsentSeconds: 86_400,
  waveformValues: 64,
  voiceSeconds: 900,
} as const;

/** Longest sides of a picture's forms, in pixels; none is larger than the picture itself. */
export const imageSides = { full: 4_096, medium: 1_280, small: 400 } as const;

/** A file that a person has uploaded, by the id that the server gave its upload. */
export const attachmentIdSchema = uuidSchema;

const shared = {
  id: attachmentIdSchema,
  /** The name that the sender's device gave it, one line without path. */
  name: z.string().check(z.maxLength(uploadLimits.nameMaxCharacters)),
  /** Bytes of what is fetched in full. */
  size: z.int().check(z.minimum(0)),
};
const side = z.int().check(z.minimum(1));
/** A few pixels of the picture as a data URL, to stand where it will be. */
const blurSchema = z.string().check(z.maxLength(2_000), z.startsWith("data:image/webp;base64,"));
const durationSchema = z.int().check(z.minimum(0));

/** One attachment of a message. It has no address: `signMediaUrl` makes one, for one person. */
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
    /** Loudness along the time from 0 to 100, of `uploadLimits.waveformValues` equal parts; null where it is not known. */
    waveform: z.nullable(
      z
        .array(z.int().check(z.minimum(0), z.maximum(100)))
        .check(z.minLength(uploadLimits.waveformValues), z.maxLength(uploadLimits.waveformValues)),
    ),
    /** Recorded here as a voice note. */
    isVoice: z.boolean(),
  }),
  /** Any other bytes: saved, never shown. Form: full. */
  z.object({ ...shared, kind: z.literal("file") }),
]);

export type Attachment = z.output<typeof attachmentSchema>;
export type AttachmentOf<Kind extends Attachment["kind"]> = Extract<Attachment, { readonly kind: Kind }>;

/** Ids of finished uploads that a message takes with it. */
export const attachmentIdsSchema = z.array(attachmentIdSchema).check(
  z.maxLength(uploadLimits.attachmentsPerMessage, `at most ${uploadLimits.attachmentsPerMessage} files`),
  z.refine((ids: string[]) => new Set(ids).size === ids.length, "each file once"),
);

/** The forms in which a file can be fetched. */
export const mediaForms = ["full", "medium", "small", "poster"] as const;
export type MediaForm = (typeof mediaForms)[number];
