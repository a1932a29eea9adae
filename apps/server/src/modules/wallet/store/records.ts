import { ApiError, type Uid } from "@tribe/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import type { ReadingContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Executor, Reader } from "../../../db/client.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import type { WalletStore } from "../../../engines/wallet-store/port.ts";
import type { WalletRecord } from "../rules/record.ts";
import { walletRecords, wallets } from "../schema.ts";

type RecordContext = Pick<ReadingContext, "keys" | "walletStore" | "log">;

const macOf = (keys: Keys, uid: Uid, body: string): string => keys.mac("wallet-record", `record:${uid}:${body}`);

/**
 * A person's wallet record, with its MAC checked; null when there is none.
 * @throws ApiError `wallet_record_invalid` when a row was changed, restored or deleted by somebody without the key
 */
export const readRecord = async (ctx: RecordContext, db: Reader, uid: Uid): Promise<WalletRecord | null> => {
  // One statement: this is read at every step of creating a wallet.
  const [found] = await db
    .select({ body: walletRecords.body, mac: walletRecords.mac, walletUid: wallets.uid })
    .from(sql`(select ${uid}::text as uid) as asked`)
    .leftJoin(walletRecords, eq(walletRecords.uid, sql`asked.uid`))
    .leftJoin(wallets, eq(wallets.uid, sql`asked.uid`));
  return verifyRecord(ctx, uid, found);
};

/** What the database has of a person's record: its row, and that of the wallet beside it. */
export interface RecordRow {
  readonly body: string | null;
  readonly mac: string | null;
  readonly walletUid: Uid | null;
}

/** The same for a row that was read together with something else. @throws ApiError `wallet_record_invalid` */
export const verifyRecord = async (
  { keys, walletStore, log }: RecordContext,
  uid: Uid,
  found: RecordRow | undefined,
): Promise<WalletRecord | null> => {
  const newest = await walletStore.newest(uid);
  const refuse = (what: string): never => {
    log.error({ uid, what }, "a wallet's record was changed by somebody else");
    throw new ApiError("wallet_record_invalid");
  };
  const { body = null, mac = null, walletUid = null } = found ?? {};
  if (body === null || mac === null) {
    if (newest > 0) return refuse("its row is gone");
    return walletUid === null ? null : refuse("its wallet has none");
  }
  if (!isSame(Buffer.from(mac), Buffer.from(macOf(keys, uid, body)))) return refuse("its MAC is another's");
  const record = JSON.parse(body) as WalletRecord; // written by `writeRecord` alone: it stands under our MAC
  if (record.version < newest) return refuse("an older row was put back");
  // The process was killed between the commit and this.
  if (record.version > newest) await walletStore.keep(uid, record.version);
  else await forgetRecoveryKeys(walletStore, record);
  return record;
};

/**
 * Keeps the version of a committed record outside of the database. Call it after the commit only: were the transaction rolled
 * back afterwards, the wallet would stay locked.
 */
export const keepCommitted = async (
  { walletStore }: Pick<RecordContext, "walletStore">,
  record: WalletRecord,
): Promise<void> => {
  await walletStore.keep(record.uid, record.version);
  await forgetRecoveryKeys(walletStore, record);
};

/** Deletes the recovery key of a wallet that no mail recovers any more, and of one that the account has left. */
const forgetRecoveryKeys = async (walletStore: WalletStore, record: WalletRecord): Promise<void> => {
  const { uid, address, mailEndedAt, move } = record;
  if (mailEndedAt !== undefined) await walletStore.forgetRecoveryKey({ uid, address });
  if (move) await walletStore.forgetRecoveryKey({ uid, address: move.from });
};

/** The record without a check of its MAC, for a process without the key: only for display, never for a decision. */
export const readUnverified = async (db: Reader, uid: Uid): Promise<WalletRecord | null> => {
  const [row] = await db.select({ body: walletRecords.body }).from(walletRecords).where(eq(walletRecords.uid, uid));
  return row ? (JSON.parse(row.body) as WalletRecord) : null; // what isn't one fails the call, and nothing else
};

/** Stores a record in the caller's transaction. After the commit the caller must call `WalletStore.keep`. */
export const writeRecord = async (keys: Keys, tx: Executor, record: WalletRecord): Promise<void> => {
  await tx.execute(recordWriting(keys, record));
};

/** The statement of {@link writeRecord}, to be part of a larger one. */
export const recordWriting = (keys: Keys, record: WalletRecord): SQL => {
  const body = JSON.stringify(record);
  return sql`
    insert into ${walletRecords} (uid, body, mac) values (${record.uid}, ${body}, ${macOf(keys, record.uid, body)})
    on conflict (uid) do update set body = excluded.body, mac = excluded.mac`;
};
