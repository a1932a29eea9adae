import { type Address, ApiError, type Base64, type SendWaitInfo, type Uid } from "@tribe/contract";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AppContext, ReadingContext } from "../../context.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { WalletStore } from "../../engines/wallet-store/port.ts";
import { isSame } from "../../secrets.ts";
import { people } from "../identity/schema.ts";
import { walletRecords, walletSharings, wallets } from "./schema.ts";

/** When a way of recovery counts, in ms since 1970: from `from` on, and until `until` where it is on its way out. */
export interface WayTimes {
  readonly addedAt: number;
  readonly from: number;
  /** When it was seen to open what is stored for it. */
  readonly triedAt: number | null;
  readonly until?: number;
}

/** A passkey that opens a sharing of its own (`wallet_passkeys`). */
export interface PasskeyWay extends WayTimes {
  readonly kind: "passkey";
  /** The credential's id, base64url. */
  readonly id: string;
  /** SPKI. */
  readonly publicKey: Base64;
  /** What the person knows it by. */
  readonly name: string;
}

/** One way by which a wallet comes back besides the mail. It stands in the wallet's record, under its MAC. */
export type RecoveryWay = PasskeyWay;

/** The one thing that says who can recover a wallet. Only the process with the wallets' keys can have written it. */
export interface WalletRecord {
  readonly format: 1;
  readonly uid: Uid;
  /** Grows with each change; the newest is kept outside of the database, too. */
  readonly version: number;
  readonly address: Address;
  /** Where recovery mails go, whatever the account's address becomes, until a change takes its place (`recoveryEmailOf`). */
  readonly recoveryEmail: string;
  readonly emailChange?: EmailChange;
  /** Public keys (SPKI) of the devices that have a sharing. */
  readonly devices: readonly Base64[];
  /** Absent where the mailed link is the only one. */
  readonly ways?: readonly RecoveryWay[];
  /** When two tried ways took the mailed link's place, ms since 1970. It never comes back. */
  readonly mailEndedAt?: number;
  /**
   * In which browser of the account (its `deviceId`) each of these keys was last used: whoever ends that browser's session ends
   * the key with it. Keys that were not used since this is kept are missing.
   */
  readonly browsers?: Readonly<Record<string, string>>;
  /** When each of these keys was last used, ms since 1970, to the day (`activity.ts`). */
  readonly activeAt?: Readonly<Record<string, number>>;
  /**
   * When a browser that counted as used was last ended, ms since 1970. It can't say any more that it is used, so that it counts as
   * used then. 0 where those that were ended counted no more; absent where none was since this is kept.
   */
  readonly endedAt?: number;
  /** Devices that a mailed link has given the wallet at once, the newest last, until each says that it has it: the owner was told of them. */
  readonly given?: readonly Base64[];
  /** Browsers that have opened a mailed link, and wait for the wallet. */
  readonly recoveries?: readonly RecoveryWait[];
  /** What is waited for. It is no easier to bring forward than the rest of the record. */
  readonly waits?: readonly KeyWait[];
  /** What is to be sent past the allowance, and waits for it. */
  readonly sends?: readonly SendWaitInfo[];
  /** The newest recovery kit that was tried. */
  readonly kit?: { readonly number: string; readonly triedAt: number };
  /** The newest move to this wallet, ms since 1970. Until it is finished, `wallet_moves` has the key of before. */
  readonly move?: { readonly from: Address; readonly at: number; readonly isFinished: boolean };
}

/** Another recovery address; times in milliseconds since 1970. */
export interface EmailChange {
  readonly id: string;
  readonly email: string;
  readonly askedAt: number;
  /** It counts from here on; null until the link that was mailed to it was opened. */
  readonly from: number | null;
  /** The device that asked. */
  readonly devicePublicKey: Base64;
}

/** Somebody asked for the key itself, or to move to another wallet; times in milliseconds since 1970. */
export interface KeyWait {
  readonly id: string;
  readonly kind: "kit" | "export" | "move";
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
}

/** A browser that has opened a mailed link and is to get the wallet; times in milliseconds since 1970. */
export interface RecoveryWait {
  readonly id: string;
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
  /** Of the session that asked: it is given to no other. */
  readonly sessionId: string;
  readonly deviceId: string;
  /** Where the link was mailed. Once mails go elsewhere it counts no more. */
  readonly sentTo: string;
  /** The browser and its network, in our words. */
  readonly place: { readonly device: string; readonly network: string };
}

type RecordContext = Pick<ReadingContext, "keys" | "walletStore" | "log">;

const macOf = (keys: Keys, uid: Uid, body: string): string => keys.mac("wallet-record", `record:${uid}:${body}`);

/**
 * The record of a person's wallet, proven; null while there is none.
 * @throws ApiError `wallet_record_invalid` when a row was changed, put back or taken away by who had no key.
 */
export const readRecord = async (ctx: RecordContext, db: Reader, uid: Uid): Promise<WalletRecord | null> => {
  // By one statement: before there is a wallet this is asked for at every step to it.
  const [found] = await db
    .select({ body: walletRecords.body, mac: walletRecords.mac, walletUid: wallets.uid })
    .from(sql`(select ${uid}::text as uid) as asked`)
    .leftJoin(walletRecords, eq(walletRecords.uid, sql`asked.uid`))
    .leftJoin(wallets, eq(wallets.uid, sql`asked.uid`));
  return proveRecord(ctx, uid, found);
};

/** What the database says of a person's record: the row, and that of the wallet beside it. */
export interface RecordRow {
  readonly body: string | null;
  readonly mac: string | null;
  readonly walletUid: Uid | null;
}

/** The same of a row that was read together with something else. @throws ApiError `wallet_record_invalid` */
export const proveRecord = async (
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
  // A crash came between the commit and this.
  if (record.version > newest) await walletStore.keep(uid, record.version);
  else await forgetRecoveryKeys(walletStore, record);
  return record;
};

/** Keeps what is to be known outside of the database of a record that was just committed; a rolled back one would close the wallet. */
export const keepCommitted = async (
  { walletStore }: Pick<RecordContext, "walletStore">,
  record: WalletRecord,
): Promise<void> => {
  await walletStore.keep(record.uid, record.version);
  await forgetRecoveryKeys(walletStore, record);
};

/** Of a wallet that no mail brings back any more, and of one that the account has left. */
const forgetRecoveryKeys = async (walletStore: WalletStore, record: WalletRecord): Promise<void> => {
  const { uid, address, mailEndedAt, move } = record;
  if (mailEndedAt !== undefined) await walletStore.forgetRecoveryKey({ uid, address });
  if (move) await walletStore.forgetRecoveryKey({ uid, address: move.from });
};

/** The same as the database has it, for a process without the key: to be shown, never to be believed. */
export const readUnproven = async (db: Reader, uid: Uid): Promise<WalletRecord | null> => {
  const [row] = await db.select({ body: walletRecords.body }).from(walletRecords).where(eq(walletRecords.uid, uid));
  return row ? (JSON.parse(row.body) as WalletRecord) : null; // what isn't one fails the call, and nothing else
};

/** Stores a record in the caller's transaction. Once that is committed, `WalletStore.keep` must follow. */
export const writeRecord = async (keys: Keys, tx: Executor, record: WalletRecord): Promise<void> => {
  await tx.execute(recordWriting(keys, record));
};

/** The statement of {@link writeRecord}, which may be a step of another one. */
export const recordWriting = (keys: Keys, record: WalletRecord): SQL => {
  const body = JSON.stringify(record);
  return sql`
    insert into ${walletRecords} (uid, body, mac) values (${record.uid}, ${body}, ${macOf(keys, record.uid, body)})
    on conflict (uid) do update set body = excluded.body, mac = excluded.mac`;
};

/** Proves that the wallet's own key asked for this device: a row that names another address or device does not fit. */
export const sharingMac = (
  keys: Keys,
  row: { uid: Uid; devicePublicKey: Base64; version: number; address: Address },
): string => keys.mac("wallet-record", `sharing:${row.uid}:${row.devicePublicKey}:${row.version}:${row.address}`);

/** Proves that the wallet's own key took this passkey: a row that names another one does not fit. */
export const passkeyMac = (
  keys: Keys,
  row: { readonly uid: Uid; readonly id: string; readonly publicKey: Base64; readonly address: Address },
): string => keys.mac("wallet-record", `passkey:${row.uid}:${row.id}:${row.publicKey}:${row.address}`);

/** Proves that this session asked for its browser's keys to be approved: a row that names others does not fit. */
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

/** Proves that the new wallet's own key asked for this device: a row that names another wallet or device does not fit. */
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
 * Writes the records of wallets that were made before there were any, once in an installation's life: what their rows say
 * then is believed. From then on a wallet without a record is refused.
 */
export const recordWalletsOfBefore = async (
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
  // What was half-way through its two phases goes on.
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
