import { ApiError } from "@tribe/contract";
import sharp from "sharp";
import { fetchPublic } from "./fetch-public.ts";

/** A picture in a form that may be served. */
export interface Picture {
  readonly bytes: Buffer;
  readonly type: "image/png" | "image/jpeg" | "image/webp";
}

const limits = { accept: "image/*", maxBytes: 5_000_000, whenLonger: "refuse", timeoutMs: 10_000 } as const;

/** A GIF is shown as a still picture of this width. */
const gifWidth = 168;
/** The header of a tiny GIF can claim any size. */
const maxGifPixels = 16_000_000;

/**
 * Fetches a picture. Only public addresses are connected to: exactly the address that was checked, also after each redirect.
 * @param trustedOrigin an origin of the operator that may be anywhere (the X stand-in)
 * @throws ApiError `not_found` for any failure, so that a caller learns nothing about internal networks
 */
export const fetchPicture = async (url: URL, trustedOrigin: string | null): Promise<Picture> => {
  const answer = await fetchPublic(url, { ...limits, trustedOrigin }).catch((cause: unknown) => {
    throw new ApiError("not_found", { cause });
  });
  const type = typeOf(answer.bytes);
  if (!type) throw new ApiError("not_found");
  if (type === "image/gif") return { bytes: await stillOf(answer.bytes), type: "image/jpeg" };
  return { bytes: answer.bytes, type };
};

/**
 * The first frame of a GIF, on white where it is transparent, in its own proportions. @throws ApiError `not_found` when it is no
 * GIF
 */
const stillOf = (gif: Buffer): Promise<Buffer> =>
  sharp(gif, { limitInputPixels: maxGifPixels, pages: 1 })
    .resize({ width: gifWidth })
    .flatten({ background: "#fff" })
    .jpeg()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new ApiError("not_found", { cause });
    });

/** Detects the type by the bytes; what a server calls it does not count. */
export const typeOf = (bytes: Buffer): Picture["type"] | "image/gif" | null => {
  const starts = (hex: string, at = 0): boolean => bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  if (starts("52494646") && starts("57454250", 8)) return "image/webp";
  return null;
};
