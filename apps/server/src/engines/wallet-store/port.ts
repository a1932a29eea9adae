import type { Address, Uid } from "@tribe/contract";

/** A wallet of an account: it may have had another one before. */
export interface WalletOf {
  readonly uid: Uid;
  readonly address: Address;
}

/**
 * What is kept of each wallet outside of the database, by the process that has the wallets' keys: the newest version of its record, so that
 * whoever puts an old row back, or deletes one, is found out; and the key of its recovery by mail, so that what a backup of the
 * database holds of it opens no more once that has ended. No part of the database's backups.
 */
export interface WalletStore {
  /** 0 for a wallet that was never seen here. */
  newest(uid: Uid): Promise<number>;
  /** Remembers a version; an older one than is known changes nothing. On disk when it returns. */
  keep(uid: Uid, version: number): Promise<void>;
  /** Whether the wallets of before records have theirs. From then on a wallet without one is a broken one. */
  areAllRecorded(): Promise<boolean>;
  markAllRecorded(): Promise<void>;
  /** 32 bytes under which this wallet's recovery shares are sealed; made when first asked for, and on disk when it returns. */
  makeRecoveryKey(wallet: WalletOf): Promise<Buffer>;
  /** The same where it is there. @throws Error where it is not: it was forgotten, or belongs to another installation */
  readRecoveryKey(wallet: WalletOf): Promise<Buffer>;
  /** For good, of a wallet that no mail brings back any more. Nothing happens where there is none. */
  forgetRecoveryKey(wallet: WalletOf): Promise<void>;
}
