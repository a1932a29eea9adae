import type { Address, Uid } from "@tribe/contract";

/** A wallet of an account, which may have had another one before. */
export interface WalletOf {
  readonly uid: Uid;
  readonly address: Address;
}

/**
 * What the process with the wallets' keys stores about each wallet outside of the database: the newest version of its record,
 * so that restoring an old row, or deleting one, is detected; and the key of its recovery by mail, so that a recovery share
 * in a database backup can no longer be opened once that recovery has ended. Not part of the database's backups.
 */
export interface WalletStore {
  /** 0 for a wallet that is unknown here. */
  newest(uid: Uid): Promise<number>;
  /** Stores a version; an older one than the known one changes nothing. On disk when it returns. */
  keep(uid: Uid, version: number): Promise<void>;
  /** Whether the wallets from before records have one now. From then on a wallet without a record is invalid. */
  areAllRecorded(): Promise<boolean>;
  markAllRecorded(): Promise<void>;
  /** The 32-byte key that seals this wallet's recovery shares; created at the first call, and on disk when it returns. */
  makeRecoveryKey(wallet: WalletOf): Promise<Buffer>;
  /** The same key if it exists. @throws Error when it does not: it was deleted, or belongs to another installation */
  readRecoveryKey(wallet: WalletOf): Promise<Buffer>;
  /** Deletes the key for good, of a wallet that can no longer be recovered by mail. Does nothing when there is none. */
  forgetRecoveryKey(wallet: WalletOf): Promise<void>;
}
