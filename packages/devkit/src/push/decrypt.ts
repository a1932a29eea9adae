import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

const saltBytes = 16;
const headerBytes = saltBytes + 4 + 1;
const pointBytes = 65;
const tagBytes = 16;

/** A browser's secrets of its subscription. */
export interface BrowserKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/**
 * Decrypts a push's body as a browser does (RFC 8291 over RFC 8188, one record).
 * @throws Error for a body that was not encrypted for these keys
 */
export const decryptPush = (body: Buffer, { ecdh, auth }: BrowserKeys): string => {
  const salt = body.subarray(0, saltBytes);
  const keyIdLength = body[headerBytes - 1] ?? 0;
  if (keyIdLength !== pointBytes || body.length < headerBytes + pointBytes + tagBytes + 1)
    throw new Error("not a push body");
  const serverKey = body.subarray(headerBytes, headerBytes + keyIdLength);
  const record = body.subarray(headerBytes + keyIdLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), serverKey]);
  const secret = hkdf(ecdh.computeSecret(serverKey), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The last record is padded with 2 and any number of zeros.
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("a push's padding is wrong");
  return padded.subarray(0, end).toString();
};
