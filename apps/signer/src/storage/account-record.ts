import type { Address, Base64 } from "@tribe/contract";

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
}

/** Where records live: IndexedDB of the signer's origin, memory in tests. */
export interface AccountStore {
  get(uid: string): Promise<AccountRecord | null>;
  put(record: AccountRecord): Promise<void>;
  /** Runs alone among all frames of this browser: two of them must not replace one another's sharing. */
  exclusive<T>(uid: string, run: () => Promise<T>): Promise<T>;
}

/** The browser keeps nothing for us, or keeps something of a format that we do not know. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
