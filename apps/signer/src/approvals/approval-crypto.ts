import {
  type ApprovalSubject,
  type ApprovalTranscript,
  approvalCommitmentText,
  approvalNumberText,
  approvalSubject,
  type Base64,
} from "@tribe/contract";
import { type Bytes, consuming, fromBase64, toBase64, utf8 } from "../keys/bytes.ts";
import { openBytes, sealBytes } from "../keys/prf.ts";

const ecdh = { name: "ECDH", namedCurve: "P-256" } as const;
/** An uncompressed point. */
const pointLength = 65;
/** The number has nine decimal digits. */
const numbers = 1_000_000_000n;

/** SHA-256 of a text, base64. */
export const sha256 = async (text: string): Promise<Base64> =>
  toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));

/** 32 random bytes, base64. */
export const randomNonce = (): Base64 => toBase64(crypto.getRandomValues(new Uint8Array(32)));

const generateAgreement = () => crypto.subtle.generateKey(ecdh, false, ["deriveBits"]);
const rawPoint = async (key: CryptoKey): Promise<Bytes> => new Uint8Array(await crypto.subtle.exportKey("raw", key));

/** A key that one half is encrypted to. It can't be exported, not even by us. */
export const makeAgreement = async (): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: Base64 }> => {
  const { privateKey, publicKey } = await generateAgreement();
  return { privateKey, publicKey: toBase64(await rawPoint(publicKey)) };
};

/** A browser's commitment to its nonce, made before it sees the other's nonce. */
export const commitmentOf = (subject: ApprovalSubject, nonce: Base64): Promise<Base64> =>
  sha256(approvalCommitmentText(subject, nonce));

/** The nine digits that both browsers show if nobody between them has replaced a key. */
export const numberOf = async (transcript: ApprovalTranscript): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", utf8(approvalNumberText(transcript)));
  return String(new DataView(digest).getBigUint64(0) % numbers).padStart(9, "0");
};

type Half = ApprovalSubject & { readonly request: string };

/** An AES key by ECDH and HKDF-SHA-256, for one half only. */
const halfKey = async (
  pair: { readonly privateKey: CryptoKey; readonly theirs: CryptoKey },
  half: Half,
  ephemeral: Bytes,
): Promise<CryptoKey> => {
  const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: pair.theirs }, pair.privateKey, 256);
  const shared = new Uint8Array(bits);
  return consuming([shared], async () => {
    const secret = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
    const info = utf8(`${approvalSubject(half)}:${toBase64(ephemeral)}`);
    return crypto.subtle.deriveKey(
      { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
      secret,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"],
    );
  });
};

const importPoint = (raw: Bytes): Promise<CryptoKey> => crypto.subtle.importKey("raw", raw, ecdh, false, []);

/** Encrypts a half to the key of the browser that asked: an ephemeral point, then the ciphertext. Overwrites nothing. */
export const sealHalf = async (half: Half, plain: Uint8Array): Promise<Base64> => {
  const theirs = await importPoint(fromBase64(half.agreementKey as Base64)); // validated by the contract's schema
  const { privateKey, publicKey } = await generateAgreement();
  const ephemeral = await rawPoint(publicKey);
  const key = await halfKey({ privateKey, theirs }, half, ephemeral);
  const sealed = await sealBytes(key, approvalSubject(half), plain);
  const whole = new Uint8Array(pointLength + sealed.length);
  whole.set(ephemeral);
  whole.set(sealed, pointLength);
  return toBase64(whole);
};

/** Decrypts a half for this request; null if it was encrypted to another key or request. The caller overwrites it. */
export const openHalf = async (half: Half, privateKey: CryptoKey, sealed: Base64): Promise<Bytes | null> => {
  const whole = fromBase64(sealed);
  const ephemeral = whole.slice(0, pointLength);
  try {
    const theirs = await importPoint(ephemeral);
    const key = await halfKey({ privateKey, theirs }, half, ephemeral);
    return await openBytes(key, approvalSubject(half), whole.slice(pointLength));
  } catch {
    return null; // not a point on the curve
  }
};
