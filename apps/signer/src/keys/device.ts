import {
  type Address,
  type Base64,
  deviceProofText,
  type Spend,
  spendProofText,
  type WalletAction,
} from "@tribe/contract";
import { type AccountRecord, type SealedShare, storageFormat } from "../storage/account-record.ts";
import { type Bytes, consuming, toBase64, utf8, wipe } from "./bytes.ts";
import { openBytes, sealBytes } from "./prf.ts";

const ecdsa = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Creates this browser's keys for one account. Neither can be exported, not even by us. */
export const createAccountRecord = async (uid: string): Promise<AccountRecord> => {
  const pair = await crypto.subtle.generateKey(ecdsa, false, ["sign", "verify"]);
  const wrappingKey = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey));
  return {
    format: storageFormat,
    uid,
    deviceKey: pair.privateKey,
    devicePublicKey: toBase64(spki),
    wrappingKey,
    shares: [],
  };
};

/** The device's signature for one action and one challenge, in the form of the wallet routes. */
export const proveDevice = async (record: AccountRecord, action: WalletAction, challenge: string) => ({
  challenge,
  signature: await signByDevice(record, deviceProofText(action, record.uid, challenge)),
});

/** The device's signature for a share that signs something: it covers what that lets out. */
export const proveSpend = async (record: AccountRecord, challenge: string, spend: Spend) => ({
  challenge,
  signature: await signByDevice(record, spendProofText(record.uid, challenge, spend)),
});

/** The device's signature of a text: ECDSA P-256, IEEE P1363. */
export const signByDevice = async (record: AccountRecord, text: string): Promise<Base64> => {
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, record.deviceKey, utf8(text));
  return toBase64(new Uint8Array(signature));
};

interface ShareName {
  readonly version: number;
  readonly address: Address;
}

const boundTo = (uid: string, { version, address }: ShareName): Bytes =>
  utf8(`tribe-share:v${storageFormat}:${uid}:${version}:${address}`);

/** Encrypts a device share for storage, bound to its account, version and address. */
export const sealShare = async (record: AccountRecord, name: ShareName, share: Uint8Array): Promise<SealedShare> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new Uint8Array(share);
  const sealed = await consuming([plain], () =>
    crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: boundTo(record.uid, name) },
      record.wrappingKey,
      plain,
    ),
  );
  return { format: storageFormat, version: name.version, state: "pending", address: name.address, iv, sealed };
};

/** A device share that can't be decrypted: the stored data was changed, or its key is a different one. */
export class DamagedShareError extends Error {
  override readonly name = "DamagedShareError";
}

/** A share is locked, and no passkey was used to unlock it. */
export class LockedShareError extends Error {
  override readonly name = "LockedShareError";
}

const lockBoundTo = (uid: string, { version, address }: ShareName): string =>
  `tribe-locked-share:v1:${uid}:${version}:${address}`;

/** Encrypts a share with a lock's key, and the result as every share. Overwrites nothing. */
export const lockShare = async (
  record: AccountRecord,
  share: SealedShare,
  { key, plain }: { readonly key: CryptoKey; readonly plain: Bytes },
): Promise<SealedShare> => {
  const inner = await sealBytes(key, lockBoundTo(record.uid, share), plain);
  return { ...(await sealShare(record, share, inner)), state: share.state, isLocked: true };
};

/**
 * Decrypts a device share; the caller overwrites it.
 * @param lockKey the key of the record's lock; needed for a locked share
 * @throws DamagedShareError, LockedShareError
 */
export const openShare = async (
  record: AccountRecord,
  share: SealedShare,
  lockKey: CryptoKey | null,
): Promise<Bytes> => {
  const outer = await openOuter(record, share);
  if (!share.isLocked) return outer;
  if (!lockKey) throw new LockedShareError("this browser's share of the wallet is locked");
  const plain = await openBytes(lockKey, lockBoundTo(record.uid, share), outer);
  if (!plain) throw new DamagedShareError("this browser's share of the wallet is damaged under its lock");
  return plain;
};

const openOuter = async (record: AccountRecord, share: SealedShare): Promise<Bytes> => {
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: share.iv, additionalData: boundTo(record.uid, share) },
      record.wrappingKey,
      share.sealed,
    );
    return new Uint8Array(opened);
  } catch (cause) {
    throw new DamagedShareError("this browser's share of the wallet is damaged", { cause });
  }
};

/** Whether a share can still be decrypted here, as far as that can be checked without its lock's key. */
export const isIntact = async (record: AccountRecord, share: SealedShare): Promise<boolean> => {
  try {
    wipe(await openOuter(record, share));
    return true;
  } catch (error) {
    if (error instanceof DamagedShareError) return false;
    throw error;
  }
};
