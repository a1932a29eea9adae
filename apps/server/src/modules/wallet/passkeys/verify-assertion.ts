import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  type Base64,
  type PasskeyAction,
  type PasskeyAssertion,
  passkeyChallengeText,
  type Uid,
} from "@tribe/contract";
import * as z from "zod/mini";
import { hashOf, isSame } from "../../../crypto/secrets.ts";

/** The fields of the client data that are checked (WebAuthn level 3, 5.8.1). */
const clientDataSchema = z.object({ type: z.literal("webauthn.get"), challenge: z.string(), origin: z.string() });

/** What an assertion must match. */
export interface ExpectedAssertion {
  /** The signer's origin: its host is the relying party, never the parent domain. */
  readonly signerUrl: string;
  readonly publicKey: Base64;
  readonly uid: Uid;
  readonly action: PasskeyAction;
  readonly challenge: string;
  /** The challenge: what the assertion is for (`passkeyChallengeText`). */
  readonly bound: string;
}

const bytesOf = (text: Base64): Buffer => Buffer.from(text, "base64");

/** Flags of the authenticator: user present, user verified. */
const userPresent = 0x01;
const userVerified = 0x04;
const flagsAt = 32;
const shortestData = 37;

/**
 * Whether a passkey signed exactly this, on the signer's own origin, with user verification (WebAuthn level 3, 7.2). Signature
 * counters are not compared: synced passkeys have none.
 */
export const isAssertionFor = (
  { clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
  { signerUrl, publicKey, uid, action, challenge, bound }: ExpectedAssertion,
): boolean => {
  const client = parseClientData(bytesOf(clientDataJSON));
  const data = bytesOf(authenticatorData);
  const { origin, hostname } = new URL(signerUrl);
  const expected = hashOf(passkeyChallengeText(action, uid, challenge, bound)).toString("base64url");
  const flags = data[flagsAt] ?? 0;
  if (client?.challenge !== expected || client.origin !== origin) return false;
  if (data.length < shortestData || !isSame(data.subarray(0, flagsAt), hashOf(hostname))) return false;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return false;
  const key = passkeyKey(publicKey);
  return key !== null && isSignature(key, Buffer.concat([data, hashOf(bytesOf(clientDataJSON))]), bytesOf(signature));
};

const parseClientData = (bytes: Buffer): z.output<typeof clientDataSchema> | null => {
  try {
    return clientDataSchema.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
};

/** Imports a passkey's public key, of the algorithms that the signer requests; null for any other. */
export const passkeyKey = (spki: Base64): KeyObject | null => {
  try {
    const key = createPublicKey({ key: bytesOf(spki), format: "der", type: "spki" });
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const isUsable =
      type === "ed25519" ||
      (type === "ec" && details?.namedCurve === "prime256v1") ||
      (type === "rsa" && (details?.modulusLength ?? 0) >= 2_048);
    return isUsable ? key : null;
  } catch {
    return null;
  }
};

const isSignature = (key: KeyObject, signed: Buffer, signature: Buffer): boolean => {
  try {
    return verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", signed, key, signature);
  } catch {
    return false;
  }
};
