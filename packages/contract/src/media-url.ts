import type { MediaForm } from "./attachments.ts";
import type { Mint } from "./primitives.ts";
import { fromBase64Url, toBase64Url } from "./signing.ts";

/** Below the uploads' base: where uploads go, and where files are fetched. */
export const uploadPath = "/upload";
export const mediaPath = "/media";

/** Seconds for which a file's address is good; it begins at whole days, so that a browser keeps what it has fetched. */
export const mediaUrlSeconds = 2 * 86_400;

/** What a file's address says: which file, in which form, for whose session, and until when (seconds since 1970). */
export interface MediaClaim {
  readonly id: string;
  readonly form: MediaForm;
  readonly sessionId: string;
  readonly until: number;
}

/** What the signature of a file's address covers. */
export const mediaClaimText = ({ id, form, sessionId, until }: MediaClaim): string =>
  ["media", id, form, sessionId, String(until)].join("\n");

/** When an address that is made now ends. @param now milliseconds since 1970 */
export const mediaUrlEnd = (now: number): number => Math.floor(now / 86_400_000) * 86_400 + mediaUrlSeconds;

/**
 * The address of a file for one person: it names file and session, and only who holds the session's secret can make it.
 * It opens nothing by itself: each fetch asks whether that person may read the Tribe's chat.
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

/** Headers of the tus protocol that an upload's call is signed with, in this order; an absent one counts as empty. */
export const signedUploadHeaders = ["upload-length", "upload-offset", "upload-metadata"] as const;

/** The payload that stands for an upload's call in its signature: what it says of the bytes, not the bytes themselves. */
export const uploadPayload = (header: (name: (typeof signedUploadHeaders)[number]) => string | undefined) =>
  new TextEncoder().encode(signedUploadHeaders.map((name) => header(name) ?? "").join("\n"));

/** What an upload's creation says beside its length, as tus metadata. */
export interface UploadMetadata {
  /** The Tribe whose chat it is for. */
  readonly mint: Mint;
  readonly filename: string;
  /** Of a video: the upload of the picture that stands for it until it plays. */
  readonly poster?: string;
  /** This upload is such a picture itself. */
  readonly isPoster?: "yes";
  /** Of a sound: 64 values from 0 to 100, with commas. */
  readonly waveform?: string;
  readonly isVoice?: "yes";
}
