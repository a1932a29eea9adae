import { type Base64, base64Schema } from "@tribe/contract";

/** Bytes in the type that WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const toBase64 = (bytes: Uint8Array): Base64 => base64Schema.parse(Buffer.from(bytes).toString("base64"));

export const fromBase64 = (text: Base64): Bytes => new Uint8Array(Buffer.from(text, "base64"));

export const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
