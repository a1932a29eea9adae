import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const formatVersion = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Seals bytes by AES-256-GCM under a key, bound to a text that must be the same when they are opened. */
export const sealUnder = (key: Uint8Array, boundTo: string, plain: Uint8Array): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(formatVersion), iv, cipher.getAuthTag(), body]);
};

/** @throws Error when the key, the text or a single byte differs from the sealing. */
export const openUnder = (key: Uint8Array, boundTo: string, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== formatVersion || bytes.length < 1 + ivBytes + tagBytes) throw new Error("not a sealed value");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + ivBytes))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(1 + ivBytes + tagBytes)), decipher.final()]);
};
