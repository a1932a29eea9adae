import { ApiError, type Base64, type Uid, walletProofSeconds } from "@tribe/contract";
import { isSame } from "../../crypto/secrets.ts";
import type { Keys } from "../../engines/keys/port.ts";

/** Who has just proven to be the wallet's owner, and in which session and device. */
interface Proven {
  readonly uid: Uid;
  readonly sessionId: string;
  readonly devicePublicKey: Base64;
}

const form = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

const macOf = (keys: Keys, { uid, sessionId, devicePublicKey }: Proven, expiresAt: number): string =>
  keys.mac("recovery", `proof:${uid}:${sessionId}:${devicePublicKey}:${expiresAt}`);

/**
 * Issues a proof that somebody has just shown in this session and with this device to be the owner. Nothing is stored: only the
 * process with the wallets' keys can issue or read a proof.
 */
export const issueProof = (keys: Keys, proven: Proven, now: number): string => {
  const expiresAt = now + walletProofSeconds * 1_000;
  return `${expiresAt}.${macOf(keys, proven, expiresAt)}`;
};

/** @throws ApiError `proof_needed` when it is too old, of another session or device, or not a proof. */
export const checkProof = (keys: Keys, proven: Proven, proof: string, now: number): void => {
  const [, end, mac] = form.exec(proof) ?? [];
  const isFresh = end !== undefined && mac !== undefined && Number(end) > now;
  if (!isFresh || !isSame(Buffer.from(mac), Buffer.from(macOf(keys, proven, Number(end)))))
    throw new ApiError("proof_needed");
};
