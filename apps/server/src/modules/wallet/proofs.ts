import { webcrypto } from "node:crypto";
import { verifySignature } from "@tribe/chain/transactions";
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
  type TransactionSignature,
  type Uid,
  type WalletAction,
} from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { Commit } from "../../http/commit.ts";
import { randomText } from "../../secrets.ts";
import { walletChallenges } from "./schema.ts";

const challengeSeconds = 60;
/** A passkey may lie on a phone that has to be fetched. */
const passkeyChallengeSeconds = 300;
const proofBytes = 64;
const textBytes = (text: string) => new TextEncoder().encode(text);
const base64Bytes = (text: Base64) => Uint8Array.from(Buffer.from(text, "base64"));

/** Gives a device a challenge to sign, by one statement: it works once, for this account, for 60 s. */
export const giveChallengeAtOnce = async (commit: Commit, uid: Uid): Promise<string> => {
  const challenge = randomText(32);
  const { challenge: value, uid: owner, expiresAt } = walletChallenges;
  const columns = sql.join(
    [value, owner, expiresAt].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  await commit.statement(
    sql`given as (
      insert into ${walletChallenges} (${columns})
      select ${challenge}, ${uid}, now() + make_interval(secs => ${challengeSeconds}) from nonce)`,
    sql`true as is_given`,
  );
  return challenge;
};

/** Gives a passkey one, for five minutes. What one may sign is no other's: its longer time is its own. */
export const givePasskeyChallenge = async (tx: Executor, uid: Uid): Promise<string> => {
  const challenge = `${passkeyPrefix}${randomText(32)}`;
  await tx
    .insert(walletChallenges)
    .values({ challenge, uid, expiresAt: sql`now() + make_interval(secs => ${passkeyChallengeSeconds})` });
  return challenge;
};

const passkeyPrefix = "passkey.";

/** Takes a challenge, so that nothing is signed with it again. @returns false for one that is used up, too old or another's */
export const takeChallenge = async (tx: Executor, uid: Uid, challenge: string): Promise<boolean> => {
  const taken = await tx
    .delete(walletChallenges)
    .where(
      and(
        eq(walletChallenges.challenge, challenge),
        eq(walletChallenges.uid, uid),
        gt(walletChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ uid: walletChallenges.uid });
  return taken.length > 0;
};

/** What a device brings along with a call. */
export interface DeviceProof {
  readonly challenge: string;
  readonly signature: Base64;
}

/**
 * Takes the challenge and checks the device's signature: ECDSA P-256 with SHA-256, IEEE P1363, by the key given.
 * @throws ApiError `device_unknown`
 */
export const checkDevice = async (
  tx: Executor,
  claim: { uid: Uid; action: WalletAction; devicePublicKey: Base64; proof: DeviceProof },
): Promise<void> => {
  const { uid, proof } = claim;
  if (proof.challenge.startsWith(passkeyPrefix) || !(await takeChallenge(tx, uid, proof.challenge)))
    throw new ApiError("device_unknown", { message: "The device's challenge is used up or too old. Try again." });
  if (!(await isSignedByDevice(claim))) throw new ApiError("device_unknown");
};

/** Whether the device signed this action and challenge. The caller has taken the challenge. */
export const isSignedByDevice = async (claim: {
  uid: Uid;
  action: WalletAction;
  devicePublicKey: Base64;
  proof: DeviceProof;
}): Promise<boolean> => {
  const { uid, action, devicePublicKey, proof } = claim;
  const key = await importDeviceKey(devicePublicKey);
  const signature = base64Bytes(proof.signature);
  const text = textBytes(deviceProofText(action, uid, proof.challenge));
  return (
    key !== null &&
    signature.length === proofBytes &&
    webcrypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, text)
  );
};

const importDeviceKey = async (spki: Base64): Promise<webcrypto.CryptoKey | null> => {
  try {
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    return await webcrypto.subtle.importKey("spki", base64Bytes(spki), curve, false, ["verify"]);
  } catch {
    return null;
  }
};

/** Checks that the wallet's own key takes this passkey for a way to it. @throws ApiError `wallet_proof_invalid` */
export const checkPasskeyOwnership = async (claim: {
  uid: Uid;
  challenge: string;
  id: string;
  publicKey: Base64;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(passkeyOwnershipText(claim.uid, claim.challenge, claim.id, claim.publicKey));
  if (!(await verifySignature(text, claim.ownership, claim.address))) throw new ApiError("wallet_proof_invalid");
};

/** Checks that the address itself asks for this. @throws ApiError `wallet_proof_invalid` */
export const checkOwnership = async (claim: {
  uid: Uid;
  challenge: string;
  devicePublicKey: Base64;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(ownershipText(claim.uid, claim.challenge, claim.devicePublicKey));
  if (!(await verifySignature(text, claim.ownership, claim.address))) throw new ApiError("wallet_proof_invalid");
};

/** Checks that the key of the address signed for a kit's number. @throws ApiError `wallet_proof_invalid` */
export const checkKit = async (claim: {
  uid: Uid;
  challenge: string;
  number: string;
  address: Address;
  ownership: TransactionSignature;
}): Promise<void> => {
  const text = textBytes(kitText(claim.uid, claim.challenge, claim.number));
  if (!(await verifySignature(text, claim.ownership, claim.address))) throw new ApiError("wallet_proof_invalid");
};

/** Checks that both wallets, the one of before and the new one, say this move. @throws ApiError `wallet_proof_invalid` */
export const checkMoveStatement = async (claim: {
  statement: MoveStatement & { readonly from: Address; readonly to: Address };
  challenge: string;
  saidByFrom: TransactionSignature;
  saidByTo: TransactionSignature;
}): Promise<void> => {
  const { statement, challenge, saidByFrom, saidByTo } = claim;
  const text = textBytes(moveText(statement, challenge));
  const isSaid =
    (await verifySignature(text, saidByFrom, statement.from)) && (await verifySignature(text, saidByTo, statement.to));
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
  if (!(await verifySignature(text, claim.ownership, claim.address))) throw new ApiError("wallet_proof_invalid");
};
