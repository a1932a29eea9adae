import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  type Address,
  ApiError,
  type Base64,
  deviceProofText,
  kitText,
  type MoveStatement,
  moveEndText,
  moveText,
  ownershipText,
  passkeyOwnershipText,
  type Spend,
  spendProofText,
  type TransactionSignature,
  type Uid,
  type WalletAction,
} from "@tribe/contract";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { Commit } from "../../http/commit.ts";
import {
  consumeChallenge,
  consumeChallengeAndCommit,
  isPasskeyChallenge,
  lockAndConsumeChallenge,
} from "./store/challenges.ts";

type ProofContext = Pick<AppContext, "keys" | "now">;

const proofBytes = 64;
const textBytes = (text: string) => new TextEncoder().encode(text);
const base64Bytes = (text: Base64) => Uint8Array.from(Buffer.from(text, "base64"));

/** The proof that a device sends with a call. */
export interface DeviceProof {
  readonly challenge: string;
  readonly signature: Base64;
}

/** Which device asks for which action, with its proof. */
interface DeviceClaim {
  readonly uid: Uid;
  readonly action: WalletAction;
  readonly devicePublicKey: Base64;
  readonly proof: DeviceProof;
  /** Of a share that signs something: the device's signature covers it, so that nobody between leaves it out. */
  readonly spend?: Spend | undefined;
}

/**
 * Uses the challenge up and checks the device's signature: ECDSA P-256 with SHA-256, IEEE P1363, under the given key.
 * @throws ApiError `device_unknown`
 */
export const checkDevice = (ctx: ProofContext, tx: Executor, claim: DeviceClaim): Promise<void> =>
  checkDeviceBy(ctx, tx, claim, consumeChallenge);

/**
 * The same in one statement, for a call that changes nothing else: the challenge is used up and committed. @throws ApiError
 * `device_unknown`
 */
export const checkDeviceAndCommit = async (ctx: ProofContext, commit: Commit, claim: DeviceClaim): Promise<void> => {
  const { uid, proof } = claim;
  const { challenge } = proof;
  if (isPasskeyChallenge(challenge) || !(await consumeChallengeAndCommit(ctx, commit, uid, challenge)))
    throw challengeOver();
  if (!isSignedByDevice(claim)) throw new ApiError("device_unknown");
};

const challengeOver = () =>
  new ApiError("device_unknown", { message: "The device's challenge is used up or too old. Try again." });

/** The same after locking the account, for calls that change its wallet. @throws ApiError `device_unknown` */
export const lockAndCheckDevice = (ctx: ProofContext, tx: Executor, claim: DeviceClaim): Promise<void> =>
  checkDeviceBy(ctx, tx, claim, lockAndConsumeChallenge);

const checkDeviceBy = async (
  ctx: ProofContext,
  tx: Executor,
  claim: DeviceClaim,
  consume: typeof consumeChallenge,
): Promise<void> => {
  const { uid, proof } = claim;
  if (isPasskeyChallenge(proof.challenge) || !(await consume(ctx, tx, uid, proof.challenge))) throw challengeOver();
  if (!isSignedByDevice(claim)) throw new ApiError("device_unknown");
};

/** Whether the device signed this action and challenge. The caller has used the challenge up. */
export const isSignedByDevice = ({ uid, action, devicePublicKey, proof, spend }: DeviceClaim): boolean => {
  const { challenge, signature } = proof;
  const text = spend ? spendProofText(uid, challenge, spend) : deviceProofText(action, uid, challenge);
  return isSignedBy(devicePublicKey, text, signature);
};

const isSignedBy = (devicePublicKey: Base64, text: string, signature: Base64): boolean => {
  const key = deviceKey(devicePublicKey);
  const bytes = base64Bytes(signature);
  return (
    key !== null &&
    bytes.length === proofBytes &&
    verify("sha256", textBytes(text), { key, dsaEncoding: "ieee-p1363" }, bytes)
  );
};

/**
 * Uses the challenge up, and checks that an approving device and the wallet's key both signed exactly this text.
 * @throws ApiError `device_unknown`, `wallet_proof_invalid`
 */
export const checkApproval = async (
  ctx: ProofContext,
  tx: Executor,
  claim: {
    readonly uid: Uid;
    readonly address: Address;
    readonly devicePublicKey: Base64;
    readonly proof: DeviceProof;
    readonly ownership: TransactionSignature;
    /** The text that both sign, which includes the challenge. */
    readonly text: string;
  },
): Promise<void> => {
  const { uid, address, devicePublicKey, proof, ownership, text } = claim;
  if (isPasskeyChallenge(proof.challenge) || !(await consumeChallenge(ctx, tx, uid, proof.challenge)))
    throw challengeOver();
  if (!isSignedBy(devicePublicKey, text, proof.signature)) throw new ApiError("device_unknown");
  if (!isSignedByWallet(textBytes(text), ownership, address)) throw new ApiError("wallet_proof_invalid");
};

/** Parsing a key costs as much as checking a signature, and a device signs several calls in a row. */
const deviceKeys = new QuickLRU<string, KeyObject>({ maxSize: 5_000 });

/** Parses with Node's own crypto: each WebCrypto call would wait for the thread pool. Null when it is not a P-256 key. */
const deviceKey = (spki: Base64): KeyObject | null => {
  const known = deviceKeys.get(spki);
  if (known) return known;
  try {
    const key = createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return null;
    deviceKeys.set(spki, key);
    return key;
  } catch {
    return null;
  }
};

/** Checks that the wallet's key signed for adding this passkey. @throws ApiError `wallet_proof_invalid` */
export const checkPasskeyOwnership = async (claim: {
  uid: Uid;
  challenge: string;
  id: string;
  publicKey: Base64;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(passkeyOwnershipText(claim.uid, claim.challenge, claim.id, claim.publicKey));
  if (!isSignedByWallet(text, claim.ownership, claim.address)) throw new ApiError("wallet_proof_invalid");
};

/** Checks that the address's own key signed for this device. @throws ApiError `wallet_proof_invalid` */
export const checkOwnership = async (claim: {
  uid: Uid;
  challenge: string;
  devicePublicKey: Base64;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(ownershipText(claim.uid, claim.challenge, claim.devicePublicKey));
  if (!isSignedByWallet(text, claim.ownership, claim.address)) throw new ApiError("wallet_proof_invalid");
};

/** Checks that the address's key signed for a kit's number. @throws ApiError `wallet_proof_invalid` */
export const checkKit = async (claim: {
  uid: Uid;
  challenge: string;
  number: string;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(kitText(claim.uid, claim.challenge, claim.number));
  if (!isSignedByWallet(text, claim.ownership, claim.address)) throw new ApiError("wallet_proof_invalid");
};

/**
 * Checks that the keys of both wallets, the former and the new one, signed this move. @throws ApiError `wallet_proof_invalid`
 */
export const checkMoveStatement = async (claim: {
  statement: MoveStatement & { readonly from: Address; readonly to: Address };
  challenge: string;
  saidByFrom: TransactionSignature;
  saidByTo: TransactionSignature;
}): Promise<void> => {
  const { statement, challenge, saidByFrom, saidByTo } = claim;
  const text = textBytes(moveText(statement, challenge));
  const isSaid = isSignedByWallet(text, saidByFrom, statement.from) && isSignedByWallet(text, saidByTo, statement.to);
  if (!isSaid) throw new ApiError("wallet_proof_invalid");
};

/** Checks that the new wallet's key signed that its move ends. @throws ApiError `wallet_proof_invalid` */
export const checkMoveEnd = async (claim: {
  uid: Uid;
  challenge: string;
  from: Address;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(moveEndText(claim.uid, claim.challenge, claim.from));
  if (!isSignedByWallet(text, claim.ownership, claim.address)) throw new ApiError("wallet_proof_invalid");
};
