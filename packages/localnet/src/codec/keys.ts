import { decodeBase58, encodeBase58 } from "./base58.ts";

declare const brand: unique symbol;

/**
 * A 32-byte address or hash as a string of its raw bytes (latin1). Equal keys are equal strings, so they work in maps, and
 * base58 is computed only for output.
 */
export type Key = string & { readonly [brand]: "key" };

/** A 64-byte signature as a string of its raw bytes (latin1). */
export type Sig = string & { readonly [brand]: "sig" };

/** Reads the key at an offset of a buffer. The caller has checked that 32 bytes are there. */
export function keyAt(bytes: Buffer, offset = 0): Key {
  return bytes.toString("latin1", offset, offset + 32) as Key; // the only place where a key is made of bytes
}

/** Reads the signature at an offset of a buffer. The caller has checked that 64 bytes are there. */
export function sigAt(bytes: Buffer, offset = 0): Sig {
  return bytes.toString("latin1", offset, offset + 64) as Sig; // the only place where a signature is made of bytes
}

/** The raw bytes of a key or signature. */
export function rawBytes(text: Key | Sig): Buffer {
  return Buffer.from(text, "latin1");
}

// A few programs and mints are in most transactions, and encoding them costs more than the rest of an answer.
const TEXTS = new Map<string, string>();
const MAX_TEXTS = 8_192;
const KEY_LENGTH = 32;

/** Base58 of a key or signature, for the RPC. */
export function base58Of(text: Key | Sig): string {
  const known = TEXTS.get(text);
  if (known !== undefined) return known;
  const encoded = encodeBase58(rawBytes(text));
  if (text.length !== KEY_LENGTH) return encoded;
  if (TEXTS.size >= MAX_TEXTS) TEXTS.clear();
  TEXTS.set(text, encoded);
  return encoded;
}

/** Parses a base58 address or hash; `undefined` when it is not base58 of 32 bytes. */
export function parseKey(text: string): Key | undefined {
  if (text.length < 32 || text.length > 44) return undefined;
  const bytes = decodeBase58(text);
  return bytes?.length === 32 ? keyAt(bytes) : undefined;
}

/** Parses a base58 signature; `undefined` when it is not base58 of 64 bytes. */
export function parseSig(text: string): Sig | undefined {
  if (text.length < 64 || text.length > 88) return undefined;
  const bytes = decodeBase58(text);
  return bytes?.length === 64 ? sigAt(bytes) : undefined;
}

/** A well-known address from base58. Throws when it is misspelt. */
export function knownKey(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw new Error(`not an address: ${text}`);
  return key;
}
