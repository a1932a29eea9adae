import type { Uid } from "@tribe/contract";

/**
 * The newest version of each wallet's record, kept outside of the database: whoever puts an old row back, or deletes one, is
 * found out. It belongs to the process that has the wallets' keys, and is no part of the database's backups.
 */
export interface WalletVersions {
  /** 0 for a wallet that was never seen here. */
  newest(uid: Uid): Promise<number>;
  /** Remembers a version; an older one than is known changes nothing. On disk when it returns. */
  keep(uid: Uid, version: number): Promise<void>;
  /** Whether the wallets of before records have theirs. From then on a wallet without one is a broken one. */
  areAllRecorded(): Promise<boolean>;
  markAllRecorded(): Promise<void>;
}
