import { ApiError } from "@tribe/contract";
import sharp from "sharp";
import { fetchPublic } from "./fetch-public.ts";

/** A picture in a form that may be served. */
export interface Picture {
  readonly bytes: Buffer;
  readonly type: "image/jpeg" | "image/webp";
}

const limits = { accept: "image/*", maxBytes: 5_000_000, whenLonger: "refuse", timeoutMs: 10_000 } as const;

/** The largest that a page of ours shows. */
const maxSide = 640;
/** A GIF is shown as a still picture of this width. */
const gifWidth = 168;
/** Few bytes can claim any size. It is checked by the header, before anything is decoded. */
const maxPixels = 25_000_000;

/**
 * Fetches a picture and draws it anew. Only public addresses are connected to: exactly the address that was checked, also after each
 * redirect.
 * @param trustedOrigin an origin of the operator that may be anywhere (the X stand-in)
 * @throws ApiError `not_found` for any failure, so that a caller learns nothing about internal networks
 */
export const fetchPicture = async (url: URL, trustedOrigin: string | null): Promise<Picture> => {
  try {
    const { bytes } = await fetchPublic(url, { ...limits, trustedOrigin });
    const type = typeOf(bytes);
    if (type) return await draw(bytes, type);
  } catch (cause) {
    throw new ApiError("not_found", { cause });
  }
  throw new ApiError("not_found");
};

type SourceType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** The first frame, upright, without metadata and whatever else was in the file; transparent places of a GIF become white. */
const draw = async (bytes: Buffer, type: SourceType): Promise<Picture> => {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: "error", sequentialRead: true });
  const { hasAlpha } = await picture.metadata();
  picture.autoOrient();
  if (type === "image/gif") {
    const still = picture.resize({ width: gifWidth }).flatten({ background: "#fff" }).jpeg();
    return { bytes: await still.toBuffer(), type: "image/jpeg" };
  }
  picture.resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  return hasAlpha
    ? { bytes: await picture.webp({ quality: 84, effort: 3 }).toBuffer(), type: "image/webp" }
    : { bytes: await picture.jpeg({ quality: 84 }).toBuffer(), type: "image/jpeg" };
};

/** Detects the type by the bytes; what a server calls it does not count. */
export const typeOf = (bytes: Buffer): SourceType | null => {
  const starts = (hex: string, at = 0): boolean => bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  if (starts("52494646") && starts("57454250", 8)) return "image/webp";
  return null;
};
