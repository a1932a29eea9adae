import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, type AttachmentOf, imageSides, uploadLimits } from "@tribe/contract";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import type { ProcessedFile } from "./processed.ts";

// Memory is freed after each picture, and one thread is used, because jobs run beside the server's own work.
sharp.cache(false);
sharp.concurrency(1);
// Only the formats below are decoded: all other decoders are disabled, whatever a file's bytes look like.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadHeif",
    "VipsForeignLoadTiff",
  ],
});

/** The formats that are accepted; of HEIF files only AVIF. */
export const pictureTypes: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/apng",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/tiff",
]);

const options = {
  limitInputPixels: uploadLimits.imagePixels,
  failOn: "error",
  sequentialRead: true,
} as const satisfies SharpOptions;
/** For a damaged picture, of which browsers show what can be decoded. */
const lenient = { ...options, failOn: "none" } as const satisfies SharpOptions;
const quality = { full: { quality: 86, effort: 3 }, medium: { quality: 80, effort: 3 }, small: { quality: 75 } };
const blurSide = 24;

/**
 * Encodes a picture anew in three sizes as WebP: upright, in sRGB, and without metadata such as the place and the camera, or
 * other data in the file. @throws ApiError `media_too_many_pixels`, `media_unreadable`
 */
export const processPicture = async (path: string, folder: string): Promise<ProcessedFile<"image">> => {
  const metadata = await readMetadata(path);
  checkPixels(metadata);
  const isAnimated = (metadata.pages ?? 1) > 1 && ["gif", "webp"].includes(metadata.format);
  const paths = { full: join(folder, "full"), medium: join(folder, "medium"), small: join(folder, "small") };
  const inside = (side: number) => ({ width: side, height: side, fit: "inside", withoutEnlargement: true }) as const;
  try {
    const writeFull = (how: SharpOptions) =>
      sharp(path, { ...how, animated: isAnimated })
        .autoOrient()
        .resize(inside(imageSides.full))
        .webp(quality.full)
        .toFile(paths.full);
    const { width, height, pageHeight } = await writeFull(options).catch(async (cause: unknown) => {
      if (await isEmpty(path, metadata)) throw cause;
      return writeFull(lenient);
    });
    await sharp(paths.full).resize(inside(imageSides.medium)).webp(quality.medium).toFile(paths.medium);
    await sharp(paths.medium).resize(inside(imageSides.small)).webp(quality.small).toFile(paths.small);
    const blur = await sharp(paths.small).resize(inside(blurSide)).webp({ quality: 30, alphaQuality: 30 }).toBuffer();
    return {
      attachment: {
        kind: "image",
        size: (await stat(paths.full)).size,
        width,
        height: pageHeight ?? height,
        blur: `data:image/webp;base64,${blur.toString("base64")}`,
        isAnimated,
      },
      forms: [
        { form: "full", path: paths.full, contentType: "image/webp" },
        { form: "medium", path: paths.medium, contentType: "image/webp" },
        { form: "small", path: paths.small, contentType: "image/webp" },
      ],
    };
  } catch (cause) {
    throw unreadable(cause);
  }
};

/** Makes a video's poster: one size, and the blurred preview. */
export const processPoster = async (
  path: string,
  folder: string,
): Promise<{ readonly path: string; readonly blur: AttachmentOf<"image">["blur"] }> => {
  const { forms, attachment } = await processPicture(path, folder);
  const medium = forms.find(({ form }) => form === "medium");
  if (!medium) throw new ApiError("media_unreadable");
  return { path: medium.path, blur: attachment.blur };
};

const readMetadata = async (path: string): Promise<Metadata> => {
  try {
    return await sharp(path, lenient).metadata();
  } catch (cause) {
    throw unreadable(cause);
  }
};

/** Checked by the header, before anything is decoded. */
const checkPixels = ({ width, height, pages = 1, pageHeight }: Metadata): void => {
  const frameHeight = pageHeight ?? height;
  const isTooLarge =
    width > uploadLimits.imageSide ||
    frameHeight > uploadLimits.imageSide ||
    width * frameHeight * pages > uploadLimits.imagePixels;
  if (isTooLarge) throw new ApiError("media_too_many_pixels");
};

/** What libvips gives for rows that are missing: black or transparent, and of a JPEG grey. */
const fillLevels = [0, 128];
const fillTolerance = 3;

/**
 * Whether a damaged picture has no rows at all. Looks at its right half, because of a JPEG without data the decoder still makes a
 * first block of nonsense.
 */
const isEmpty = async (path: string, { width, height, pageHeight, space }: Metadata): Promise<boolean> => {
  const left = Math.floor(width / 2);
  const { data, info } = await sharp(path, lenient)
    .extract({ left, top: 0, width: width - left, height: pageHeight ?? height })
    .resize({ width: imageSides.small, height: imageSides.small, fit: "inside", withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const first = data.subarray(0, info.channels);
  const isOneColour = data.every((level, at) => isNear(level, first[at % info.channels] ?? 0));
  // What missing rows of a picture for print become depends on its profile.
  return isOneColour && (space === "cmyk" || fillLevels.some((fill) => first.every((level) => isNear(level, fill))));
};

const isNear = (level: number, other: number): boolean => Math.abs(level - other) <= fillTolerance;

const unreadable = (cause: unknown): ApiError => {
  if (cause instanceof ApiError) return cause;
  const isBomb = cause instanceof Error && cause.message.includes("pixel limit");
  return new ApiError(isBomb ? "media_too_many_pixels" : "media_unreadable", { cause });
};
