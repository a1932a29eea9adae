import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** Random bytes in base64url: tokens, ids, secrets. */
export const randomText = (bytes: number): string => randomBytes(bytes).toString("base64url");

/** A random number with this many digits, including leading zeros: a code that a person types. */
export const randomDigits = (digits: number): string =>
  randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");

/** SHA-256; only for tokens with 128 random bits or more, which need no salt and no slow hash. */
export const hashOf = (text: string | Uint8Array): Buffer => createHash("sha256").update(text).digest();

/** Compares in constant time. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
