import { type Address, ApiError, type Base64, type SendWaitInfo, type Uid } from "@tribe/contract";
import type { OutflowBook, Outgoing } from "@tribe/domain/outflow";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AppContext, ReadingContext } from "../../context.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { WalletStore } from "../../engines/wallet-store/port.ts";
import { isSame } from "../../secrets.ts";
import { people } from "../identity/schema.ts";
import { walletRecords, walletSharings, wallets } from "./schema.ts";

/** When a way of recovery can be used, in ms since 1970: from `from` on, and until `until` if its removal was requested. */
export interface WayTimes {
  readonly addedAt: number;
  readonly from: number;
  /** When it was last seen to decrypt what is stored for it. */
  readonly triedAt: number | null;
  readonly until?: number;
}

/** A passkey with a sharing of its own (`wallet_passkeys`). */
export interface PasskeyWay extends WayTimes {
  readonly kind: "passkey";
  /** The credential's id, base64url. */
  readonly id: string;
  /** SPKI. */
  readonly publicKey: Base64;
  /** The name that its owner gave it. */
  readonly name: string;
}

/** A way to recover a wallet other than the mailed link. It is part of the wallet's record, under the record's MAC. */
export type RecoveryWay = PasskeyWay;

/** An {@link OutflowBook} as the wallet's record has it: JSON knows no bigint. */
export interface StoredOutflowBook extends Omit<OutflowBook, "outgoing"> {
  readonly outgoing: readonly (Omit<Outgoing, "lamports" | "bought"> & {
    readonly lamports: string;
    readonly bought: { readonly mint: Address; readonly units: string } | null;
  })[];
}

/** Who can recover a wallet: nothing else says so. Only the process with the wallets' keys can write one. */
export interface WalletRecord {
  readonly format: 1;
  readonly uid: Uid;
  /** Counts the changes; the newest version is also kept outside of the database. */
  readonly version: number;
  readonly address: Address;
  /**
   * The address that recovery mails go to, even if the account's address changes, until `emailChange` is in force
   * (`recoveryEmailOf`).
   */
  readonly recoveryEmail: string;
  readonly emailChange?: EmailChange;
  /** Public keys (SPKI) of the devices that have a share. */
  readonly devices: readonly Base64[];
  /** Absent when the mailed link is the only way. */
  readonly ways?: readonly RecoveryWay[];
  /** When two tested ways replaced the mailed link for good, ms since 1970. */
  readonly mailEndedAt?: number;
  /**
   * In which browser of the account (its `deviceId`) each key was last used: who ends that browser's session ends the key with
   * it. Keys that were not used since this field exists are missing.
   */
  readonly browsers?: Readonly<Record<string, string>>;
  /** When each key was last used, in ms since 1970, accurate to a day (`activity.ts`). */
  readonly activeAt?: Readonly<Record<string, number>>;
  /**
   * Devices that got the wallet at once by a mailed link and have not confirmed it yet, the newest last. The owner was notified
   * of them.
   */
  readonly given?: readonly Base64[];
  /** Browsers that have opened a mailed link and wait for the wallet. */
  readonly recoveries?: readonly RecoveryWait[];
  /** Waits for the key. They are under the MAC like all else, so that nobody can shorten one in the database. */
  readonly waits?: readonly KeyWait[];
  /** Outflows beyond the allowance, which wait. */
  readonly sends?: readonly SendWaitInfo[];
  /** What has left lately, and to whom; absent before the first time. */
  readonly outflow?: StoredOutflowBook;
  /** The newest recovery kit that was tested. */
  readonly kit?: { readonly number: string; readonly triedAt: number };
  /**
   * The newest move to this wallet, in ms since 1970. Until it is finished, and from then on until `keptUntil`, `wallet_moves` has
   * the former wallet's key.
   */
  readonly move?: {
    readonly from: Address;
    readonly at: number;
    readonly isFinished: boolean;
    readonly keptUntil?: number;
  };
}

/** A requested change of the recovery address; times in ms since 1970. */
export interface EmailChange {
  readonly id: string;
  readonly email: string;
  readonly askedAt: number;
  /** When it takes effect; null until the link that was mailed to the new address was opened. */
  readonly from: number | null;
  /** The device that requested it. */
  readonly devicePublicKey: Base64;
}

/** A requested export of the key, or move to another wallet; times in ms since 1970. */
export interface KeyWait {
  readonly id: string;
  readonly kind: "kit" | "export" | "move";
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
}

/** A browser that has opened a mailed link and waits for the wallet; times in ms since 1970. */
export interface RecoveryWait {
  readonly id: string;
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
  /** The session that asked: no other one gets the wallet. */
  readonly sessionId: string;
  readonly deviceId: string;
  /** The address that got the link. When mails go to another one, the wait is void. */
  readonly sentTo: string;
  /** Browser and network, as the server describes them. */
  readonly place: { readonly device: string; readonly network: string };
}

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

/** The MAC over a sharing for which the wallet's own key signed: a row with another address or device does not match. */
export const sharingMac = (
  keys: Keys,
  row: { uid: Uid; devicePublicKey: Base64; version: number; address: Address },
): string => keys.mac("wallet-record", `sharing:${row.uid}:${row.devicePublicKey}:${row.version}:${row.address}`);

/** The MAC over a passkey for which the wallet's own key signed: a row with another passkey does not match. */
export const passkeyMac = (
  keys: Keys,
  row: { readonly uid: Uid; readonly id: string; readonly publicKey: Base64; readonly address: Address },
): string => keys.mac("wallet-record", `passkey:${row.uid}:${row.id}:${row.publicKey}:${row.address}`);

/** The MAC over this session's request to approve its browser's keys: a row with other keys does not match. */
export const approvalMac = (
  keys: Keys,
  row: {
    readonly id: string;
    readonly uid: Uid;
    readonly sessionId: string;
    readonly deviceId: string;
    readonly devicePublicKey: Base64;
    readonly agreementKey: Base64;
    readonly commitment: Base64;
    readonly device: string;
    readonly network: string;
    readonly askedAt: Date;
    readonly expiresAt: Date;
  },
): string =>
  keys.mac(
    "wallet-record",
    `approval:${JSON.stringify([
      ...[row.id, row.uid, row.sessionId, row.deviceId, row.devicePublicKey, row.agreementKey, row.commitment],
      ...[row.device, row.network, row.askedAt.getTime(), row.expiresAt.getTime()],
    ])}`,
  );

/** The MAC over a move for which the new wallet's own key signed: a row with another wallet or device does not match. */
export const moveMac = (
  keys: Keys,
  row: {
    readonly uid: Uid;
    readonly from: Address;
    readonly to: Address;
    readonly devicePublicKey: Base64;
    readonly version: number;
  },
): string => keys.mac("wallet-record", `move:${row.uid}:${row.from}:${row.to}:${row.devicePublicKey}:${row.version}`);

const batch = 500;

/**
 * Writes the records of wallets that were created before there were records, once per installation: what their rows say then is
 * trusted. From then on a wallet without a record is refused.
 */
export const createMissingRecords = async (
  ctx: Pick<AppContext, "db" | "keys" | "walletStore" | "log">,
): Promise<void> => {
  if (await ctx.walletStore.areAllRecorded()) return;
  let count = 0;
  for (;;) {
    const written = await ctx.db.transaction((tx) => recordSome(ctx.keys, tx));
    count += written;
    if (written < batch) break;
  }
  await ctx.walletStore.markAllRecorded();
  if (count > 0) ctx.log.info({ count }, "wallets of before have their records");
};

const recordSome = async (keys: Keys, tx: Executor): Promise<number> => {
  const found = await tx
    .select({ uid: wallets.uid, address: wallets.address, recoveryEmail: people.email })
    .from(wallets)
    .innerJoin(people, eq(people.uid, wallets.uid))
    .leftJoin(walletRecords, eq(walletRecords.uid, wallets.uid))
    .where(isNull(walletRecords.uid))
    .limit(batch);
  for (const { uid, address, recoveryEmail } of found) {
    const active = await tx
      .select({ devicePublicKey: walletSharings.devicePublicKey })
      .from(walletSharings)
      .where(and(eq(walletSharings.uid, uid), eq(walletSharings.state, "active")));
    const devices = [...new Set(active.map(({ devicePublicKey }) => devicePublicKey))];
    await writeRecord(keys, tx, { format: 1, uid, version: 1, address, recoveryEmail, devices });
  }
  // Pending sharings get their MAC, so that they can still be confirmed.
  const pending = await tx
    .select()
    .from(walletSharings)
    .where(and(eq(walletSharings.state, "pending"), isNull(walletSharings.mac)));
  for (const row of pending)
    await tx
      .update(walletSharings)
      .set({ mac: sharingMac(keys, row) })
      .where(
        and(
          eq(walletSharings.uid, row.uid),
          eq(walletSharings.devicePublicKey, row.devicePublicKey),
          eq(walletSharings.version, row.version),
        ),
      );
  return found.length;
};
