import { createHash } from "node:crypto";

/** SHA-256 of a transaction's message, in base64, as a spend names its subject. */
export const messageDigest = (message: Uint8Array): string => createHash("sha256").update(message).digest("base64");
