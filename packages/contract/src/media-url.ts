import type { MediaForm } from "./attachments.ts";
import type { Mint } from "./primitives.ts";
import { fromBase64Url, toBase64Url } from "./signing.ts";

/** Paths below the uploads' base: of uploads, and of downloads. */
export const uploadPath = "/upload";
export const mediaPath = "/media";

/** How long a file's URL is valid, in seconds. It starts at whole days, so that browsers can cache the file. */
export const mediaUrlSeconds = 2 * 86_400;

/** The claims of a file's URL: the file, its form, the session, and when it expires (seconds since 1970). */
export interface MediaClaim {
  readonly id: string;
  readonly form: MediaForm;
  readonly sessionId: string;
  readonly until: number;
}

/** The text that the signature of a file's URL covers. */
export const mediaClaimText = ({ id, form, sessionId, until }: MediaClaim): string =>
  ["media", id, form, sessionId, String(until)].join("\n");

/** When a URL that is made now expires, in seconds since 1970. @param now milliseconds since 1970 */
export const mediaUrlEnd = (now: number): number => Math.floor(now / 86_400_000) * 86_400 + mediaUrlSeconds;

/**
 * Signs the URL of a file for one person. It names file and session, and can be made only with the session's secret. It grants
 * no access by itself: each download checks whether that person may read the Tribe's chat.
 * @param base origin of the uploads. @param secret the session's, base64url
 */
export const signMediaUrl = async (base: string, secret: string, claim: MediaClaim): Promise<string> => {
  const key = await crypto.subtle.importKey("raw", fromBase64Url(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(mediaClaimText(claim)));
  const url = new URL(`${mediaPath}/${claim.id}/${claim.form}`, base);
  url.searchParams.set("session", claim.sessionId);
  url.searchParams.set("until", String(claim.until));
  url.searchParams.set("signature", toBase64Url(new Uint8Array(signature)));
  return url.href;
};

/** Headers of the tus protocol that an upload's signature covers, in this order; an absent one counts as empty. */
export const signedUploadHeaders = ["upload-length", "upload-offset", "upload-metadata"] as const;

/** The payload that an upload's signature covers: the headers that describe the bytes, not the bytes. */
export const uploadPayload = (header: (name: (typeof signedUploadHeaders)[number]) => string | undefined) =>
  new TextEncoder().encode(signedUploadHeaders.map((name) => header(name) ?? "").join("\n"));

/** The tus metadata with which an upload is created, besides its length. */
export interface UploadMetadata {
  /** The Tribe whose chat the file is for. */
  readonly mint: Mint;
  readonly filename: string;
  /** For a video: the upload of its poster picture. */
  readonly poster?: string;
  /** This upload is a poster picture. */
  readonly isPoster?: "yes";
  /** For a sound: 64 values from 0 to 100, separated by commas. */
  readonly waveform?: string;
  readonly isVoice?: "yes";
}
