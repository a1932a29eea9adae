import { hashOf } from "../../../crypto/secrets.ts";

/** SHA-256 of a transaction's message, in base64, as a spend names its subject. */
export const messageDigest = (message: Uint8Array): string => hashOf(message).toString("base64");
