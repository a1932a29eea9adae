import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Random bytes in base64url: tokens, ids, secrets. */
export const randomText = (bytes: number): string => randomBytes(bytes).toString("base64url");

/** SHA-256; of tokens only with 128 random bits or more: such need no salt and no slow hash. */
export const hashOf = (text: string | Uint8Array): Buffer => createHash("sha256").update(text).digest();

/** Compares in a time that does not depend on where they differ. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
