import { type Address, type Base64, signatureSchema, type TransactionSignature } from "@tribe/contract";
import { storageReasons } from "@tribe/domain/words";
import { readSendLedger, type SendLedger } from "../sends/known-recipients.ts";

/** Version of both formats below; a later format migrates older records and never guesses. */
export const storageFormat = 1;

/** A stored device share: AES-GCM with the device's wrapping key, bound to its owner and purpose. */
export interface SealedShare {
  readonly format: typeof storageFormat;
  /** The sharing's number on this device: 1, 2, 3 … */
  readonly version: number;
  /** `pending` until the key was rebuilt from the data that the server stored. */
  readonly state: "pending" | "active";
  readonly address: Address;
  /** 12 bytes. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** Encrypted once more with the key of the record's lock. Absent if no passkey locks it. */
  readonly isLocked?: true;
}

/** The lock of this browser's shares: one key, which each of these passkeys can decrypt with its PRF. */
export interface WalletLock {
  readonly format: typeof storageFormat;
  /** Minutes without use after which it locks. */
  readonly idleMinutes: number;
  readonly keys: readonly { readonly passkey: string; readonly sealed: Uint8Array<ArrayBuffer> }[];
}

/** This browser's open request to the account's other browsers. */
export interface PendingApproval {
  readonly request: string;
  /** The requested wallet. */
  readonly address: Address;
  /** ECDH P-256, non-extractable: the answer is encrypted to it. */
  readonly privateKey: CryptoKey;
  /** Raw, base64. */
  readonly agreementKey: Base64;
  readonly commitment: Base64;
  /** The value behind the commitment: not revealed before `approver` is known. */
  readonly nonce: Base64;
  /** The browser that opened the request first. Another one is not accepted. */
  readonly approver?: { readonly devicePublicKey: Base64; readonly nonce: Base64 };
}

/** This browser's part of the number with which it checks another one's request. */
export interface AnsweredApproval {
  readonly request: string;
  /** The other browser's commitment, from before it saw our part. */
  readonly commitment: Base64;
  readonly nonce: Base64;
}

/** Everything that this browser stores for one account: two keys that cannot be exported, and at most two encrypted shares. */
export interface AccountRecord {
  readonly format: typeof storageFormat;
  readonly uid: string;
  /** ECDSA P-256, non-extractable: identifies this device to the server. */
  readonly deviceKey: CryptoKey;
  /** SPKI. */
  readonly devicePublicKey: Base64;
  /** AES-GCM 256, non-extractable. */
  readonly wrappingKey: CryptoKey;
  readonly shares: readonly SealedShare[];
  /** This browser's newest recovery requests: the mailed links that it may use. Absent if it never asked. */
  readonly recoveries?: readonly string[];
  /** To whom this browser has sent. Absent before the first time. */
  readonly sends?: SendLedger;
  /** Signatures of its latest sales, newest first. */
  readonly sales?: readonly TransactionSignature[];
  /** Absent where no passkey locks this browser. */
  readonly lock?: WalletLock;
  /** Absent if this browser has no open request. */
  readonly approval?: PendingApproval;
  /** Absent if it is not answering another browser's request. */
  readonly answering?: AnsweredApproval;
}

/** Storage of the records: IndexedDB of the signer's origin, memory in tests. */
export interface AccountStore {
  get(uid: string): Promise<AccountRecord | null>;
  put(record: AccountRecord): Promise<void>;
  /** The account for which this browser asked for a recovery. */
  findByRecovery(request: string): Promise<AccountRecord | null>;
  /** Runs alone among all frames of this browser, so that two of them can't replace each other's sharing. */
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

/** Reads a lock from storage; null if there is none, or one that nothing could unlock. */
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

/** A damaged one counts as none, and is requested again. */
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
 * Reads an account's record from storage. A record whose keys are gone counts as none, which recovery repairs; an invalid share
 * is left out: otherwise every use would fail forever.
 * @throws StorageError when a newer version of the wallet wrote it, which must not be overwritten
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
  const record = found as AccountRecord; // every part is validated below or above
  const { sends: _, recoveries: __, lock: ___, approval: ____, answering: _____, sales: ______, ...rest } = record;
  const lock = readLock(found.lock);
  const sends = readSendLedger(found.sends);
  const sales = Array.isArray(found.sales) ? found.sales.filter((each) => signatureSchema.safeParse(each).success) : [];
  const recoveries = Array.isArray(found.recoveries) ? found.recoveries.filter((id) => typeof id === "string") : [];
  return {
    ...rest,
    // Nothing can unlock a locked share without its lock: recovery gives a new one.
    shares: record.shares.filter((share) => isShare(share) && (lock !== null || !share.isLocked)),
    ...(lock ? { lock } : {}),
    ...(recoveries.length > 0 ? { recoveries } : {}),
    ...(sends ? { sends } : {}),
    ...(sales.length > 0 ? { sales } : {}),
    ...(isPendingApproval(found.approval) ? { approval: found.approval } : {}),
    ...(isAnsweredApproval(found.answering) ? { answering: found.answering } : {}),
  };
};

/** The account among all stored ones that asked for this recovery. */
export const findRecovery = (found: readonly Partial<AccountRecord>[], request: string): AccountRecord | null => {
  for (const each of found) {
    if (typeof each?.uid !== "string" || each.format !== storageFormat) continue;
    const record = readRecord(each.uid, each);
    if (record?.recoveries?.includes(request)) return record;
  }
  return null;
};

/** The browser stores nothing for us, or the stored format is unknown. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
