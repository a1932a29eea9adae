import type { Address } from "@tribe/contract";
import { type Bytes, consuming, utf8 } from "./bytes.ts";

const ivLength = 12;

/** The purpose of a key from a passkey's PRF; each purpose gives a different key. */
type PrfPurpose = { readonly kind: "recovery"; readonly address: Address } | { readonly kind: "lock" };

const infoOf = (purpose: PrfPurpose, uid: string): Bytes =>
  utf8(`tribe-wallet:v1:${purpose.kind}:${uid}${purpose.kind === "recovery" ? `:${purpose.address}` : ""}`);

/** An AES key from a passkey's PRF by HKDF-SHA-256. The caller overwrites the PRF's bytes. */
export const prfKey = async (prf: Bytes, purpose: PrfPurpose, uid: string): Promise<CryptoKey> => {
  const secret = await crypto.subtle.importKey("raw", prf, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: infoOf(purpose, uid) },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
};

/** AES-GCM with `boundTo` as additional data: the nonce, then the ciphertext. Overwrites nothing. */
export const sealBytes = async (key: CryptoKey, boundTo: string, plain: Uint8Array): Promise<Bytes> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const copy = new Uint8Array(plain);
  const sealed = await consuming([copy], () =>
    crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: utf8(boundTo) }, key, copy),
  );
  const whole = new Uint8Array(ivLength + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), ivLength);
  return whole;
};

/** Decrypts the output of {@link sealBytes}; null if the key or the text is another. The caller overwrites it. */
export const openBytes = async (key: CryptoKey, boundTo: string, sealed: Bytes): Promise<Bytes | null> => {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: sealed.subarray(0, ivLength), additionalData: utf8(boundTo) },
      key,
      sealed.subarray(ivLength),
    );
    return new Uint8Array(plain);
  } catch {
    return null;
  }
};
