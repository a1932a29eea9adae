import type { Address, Base64 } from "@tribe/contract";
import { storageReasons } from "@tribe/domain/words";
import { readSendLedger, type SendLedger } from "../sends/send-ledger.ts";

/** Version of both formats below; a later format migrates what it finds, it never guesses. */
export const storageFormat = 1;

/** A device share as it lies in storage: AES-GCM under the device's wrapping key, bound to whom and what it is for. */
export interface SealedShare {
  readonly format: typeof storageFormat;
  /** The sharing's number on this device: 1, 2, 3 … */
  readonly version: number;
  /** `pending` until the key was rebuilt from what the server stored. */
  readonly state: "pending" | "active";
  readonly address: Address;
  /** 12 bytes. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** What is sealed is sealed once more, under the key of the record's lock. Absent where no passkey locks it. */
  readonly isLocked?: true;
}

/** What locks this browser's shares: one key, which each of these passkeys opens by its PRF. */
export interface WalletLock {
  readonly format: typeof storageFormat;
  /** Minutes without use after which it locks. */
  readonly idleMinutes: number;
  readonly keys: readonly { readonly passkey: string; readonly sealed: Uint8Array<ArrayBuffer> }[];
}

/** What this browser has asked the account's other browsers for. */
export interface PendingApproval {
  readonly request: string;
  /** The wallet that it is for. */
  readonly address: Address;
  /** ECDH P-256, non-extractable: its half is encrypted to it. */
  readonly privateKey: CryptoKey;
  /** Raw, base64. */
  readonly agreementKey: Base64;
  readonly commitment: Base64;
  /** What the commitment was made of: shown to nobody before `approver` is known. */
  readonly nonce: Base64;
  /** Who looked at it first. Another one is not believed. */
  readonly approver?: { readonly devicePublicKey: Base64; readonly nonce: Base64 };
}

/** This browser's part of the number by which it compares another one's request. */
export interface AnsweredApproval {
  readonly request: string;
  /** Of the other browser, before it saw our part. */
  readonly commitment: Base64;
  readonly nonce: Base64;
}

/** What this browser keeps for one account: two keys that cannot be exported, and at most two sealed shares. */
export interface AccountRecord {
  readonly format: typeof storageFormat;
  readonly uid: string;
  /** ECDSA P-256, non-extractable: what the server knows this device by. */
  readonly deviceKey: CryptoKey;
  /** SPKI. */
  readonly devicePublicKey: Base64;
  /** AES-GCM 256, non-extractable. */
  readonly wrappingKey: CryptoKey;
  readonly shares: readonly SealedShare[];
  /** The newest recoveries that this browser asked for: the mailed links that it may take. Absent where it never did. */
  readonly recoveries?: readonly string[];
  /** What was sent from here. Absent in records of before, which have no allowance. */
  readonly sends?: SendLedger;
  /** Absent where no passkey locks this browser. */
  readonly lock?: WalletLock;
  /** Absent where this browser asks for nothing. */
  readonly approval?: PendingApproval;
  /** Absent where it looks at nothing that another one asked for. */
  readonly answering?: AnsweredApproval;
}

/** Where records live: IndexedDB of the signer's origin, memory in tests. */
export interface AccountStore {
  get(uid: string): Promise<AccountRecord | null>;
  put(record: AccountRecord): Promise<void>;
  /** The account for which this browser asked for a recovery. */
  findByRecovery(request: string): Promise<AccountRecord | null>;
  /** Runs alone among all frames of this browser: two of them must not replace one another's sharing. */
  exclusive<T>(uid: string, run: () => Promise<T>): Promise<T>;
}

const isKeyOf = (value: unknown, algorithm: string): boolean =>
  value instanceof CryptoKey && value.algorithm.name === algorithm;

const isShare = (value: Partial<SealedShare> | null): boolean =>
  typeof value === "object" &&
  value !== null &&
  Number.isSafeInteger(value.version) &&
  (value.state === "pending" || value.state === "active") &&
  typeof value.address === "string" &&
  value.iv instanceof Uint8Array &&
  value.sealed instanceof ArrayBuffer &&
  (value.isLocked === undefined || value.isLocked === true);

const maxIdleMinutes = 1_440;

/** What storage gave for a lock; null for none, and for one that nothing could open. */
const readLock = (found: Partial<WalletLock> | null | undefined): WalletLock | null => {
  if (typeof found !== "object" || found === null) return null;
  const { format, idleMinutes = 0, keys } = found;
  const isWhole =
    format === storageFormat &&
    Number.isSafeInteger(idleMinutes) &&
    idleMinutes >= 1 &&
    idleMinutes <= maxIdleMinutes &&
    Array.isArray(keys) &&
    keys.length > 0 &&
    keys.every((key) => typeof key?.passkey === "string" && key.sealed instanceof Uint8Array);
  return isWhole ? { format, idleMinutes, keys } : null;
};

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");

/** One that is damaged is none: it is asked for once more. */
const isPendingApproval = (value: PendingApproval | null | undefined): value is PendingApproval => {
  if (typeof value !== "object" || value === null) return false;
  const { request, address, privateKey, agreementKey, commitment, nonce, approver } = value;
  return (
    isKeyOf(privateKey, "ECDH") &&
    areTexts(request, address, agreementKey, commitment, nonce) &&
    (approver === undefined || (approver !== null && areTexts(approver.devicePublicKey, approver.nonce)))
  );
};

const isAnsweredApproval = (value: AnsweredApproval | null | undefined): value is AnsweredApproval =>
  typeof value === "object" && value !== null && areTexts(value.request, value.commitment, value.nonce);

/**
 * What storage gave for an account. A record whose keys are gone is none: this browser is then one without a share, which
 * recovery mends; a share that is no share is left out. Nothing else would ever end the errors of its use.
 * @throws StorageError when a newer version of the wallet has kept it, which must not be overwritten.
 */
export const readRecord = (uid: string, found: Partial<AccountRecord> | null | undefined): AccountRecord | null => {
  if (typeof found !== "object" || found === null) return null;
  const { format, deviceKey, devicePublicKey, wrappingKey, shares } = found;
  if (typeof format === "number" && format > storageFormat) throw new StorageError(storageReasons.newerVersion);
  const isWhole =
    format === storageFormat &&
    found.uid === uid &&
    isKeyOf(deviceKey, "ECDSA") &&
    typeof devicePublicKey === "string" &&
    isKeyOf(wrappingKey, "AES-GCM") &&
    Array.isArray(shares);
  if (!isWhole) return null;
  const record = found as AccountRecord; // each part was looked at
  const { sends: _, recoveries: __, lock: ___, approval: ____, answering: _____, ...rest } = record;
  const lock = readLock(found.lock);
  const sends = readSendLedger(found.sends);
  const recoveries = Array.isArray(found.recoveries) ? found.recoveries.filter((id) => typeof id === "string") : [];
  return {
    ...rest,
    // A locked share without its lock opens for nobody: recovery gives another.
    shares: record.shares.filter((share) => isShare(share) && (lock !== null || !share.isLocked)),
    ...(lock ? { lock } : {}),
    ...(recoveries.length > 0 ? { recoveries } : {}),
    ...(sends ? { sends } : {}),
    ...(isPendingApproval(found.approval) ? { approval: found.approval } : {}),
    ...(isAnsweredApproval(found.answering) ? { answering: found.answering } : {}),
  };
};

/** The account among all that are kept which asked for this recovery. */
export const findRecovery = (found: readonly Partial<AccountRecord>[], request: string): AccountRecord | null => {
  for (const each of found) {
    if (typeof each?.uid !== "string" || each.format !== storageFormat) continue;
    const record = readRecord(each.uid, each);
    if (record?.recoveries?.includes(request)) return record;
  }
  return null;
};

/** The browser keeps nothing for us, or keeps something of a format that we do not know. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
