import { imageSides, uploadLimits } from "@tribe/contract";

/** The most pixels of a picture that this page makes smaller: decoded, it takes four bytes of memory for each. */
export const maxSourcePixels = 100_000_000;

/** A picture as the browser reads it: upright, by its orientation. */
export interface SourcePicture {
  readonly type: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** What happens to a picture before its upload. */
export type PicturePlan =
  | { readonly kind: "unchanged" }
  | { readonly kind: "redrawn"; readonly width: number; readonly height: number }
  /** In millions of pixels, rounded up, so that it is never written as the limit that it exceeds. */
  | { readonly kind: "tooManyPixels"; readonly megapixels: number };

/** The server keeps no larger form of a picture. No browser refuses a canvas of this size. */
export const inside = ({
  width,
  height,
}: Pick<SourcePicture, "width" | "height">): { readonly width: number; readonly height: number } => {
  const scale = Math.min(1, imageSides.full / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Only the server reads all frames of these; drawn anew they would stop moving. */
const mayMove = (type: string): boolean => /^image\/(gif|webp|avif)$/.test(type);

/**
 * Whether the server accepts a picture as it is: one with more pixels, longer sides or more bytes is drawn smaller. Nothing is
 * lost by it, as the server keeps no larger form. @param isForeign only browsers can read this kind
 */
export const planPicture = (picture: SourcePicture, isForeign: boolean): PicturePlan => {
  const { type, bytes, width, height } = picture;
  const pixels = width * height;
  if (pixels > maxSourcePixels) return { kind: "tooManyPixels", megapixels: Math.ceil(pixels / 1_000_000) };
  const isTooLarge =
    pixels > uploadLimits.imagePixels ||
    Math.max(width, height) > uploadLimits.imageSide ||
    (bytes > uploadLimits.imageBytes && !mayMove(type));
  return isForeign || (isTooLarge && type !== "image/gif")
    ? { kind: "redrawn", ...inside(picture) }
    : { kind: "unchanged" };
};
