import { type Base64, base64Schema } from "@tribe/contract";

/** Bytes that WebCrypto accepts: backed by a plain ArrayBuffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Overwrites secrets as soon as they are no longer needed. */
export const wipe = (...arrays: readonly Uint8Array[]): void => {
  for (const array of arrays) array.fill(0);
};

/** Runs with secrets and overwrites them afterwards, also after an error. */
export const consuming = async <T>(secrets: readonly Uint8Array[], run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } finally {
    wipe(...secrets);
  }
};

/** Standard base64. For public bytes and single shares only: a string cannot be overwritten. */
export const toBase64 = (bytes: Uint8Array): Base64 => base64Schema.parse(btoa(String.fromCharCode(...bytes)));

/** @throws DOMException when it is not base64. */
export const fromBase64 = (text: Base64): Bytes => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
