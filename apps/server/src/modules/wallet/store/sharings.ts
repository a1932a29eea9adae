import { type Address, ApiError, type Base64, type Uid } from "@tribe/contract";
import { and, desc, eq, inArray, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { ReadingContext } from "../../../context.ts";
import type { Executor, Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { openUnder, sealUnder } from "../../../engines/keys/envelope.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import { isSame } from "../../../secrets.ts";
import { setAddress } from "../../identity/index.ts";
import { people } from "../../identity/schema.ts";
import { sharingMac } from "../row-macs.ts";
import { withActivity } from "../rules/activity.ts";
import { withActionsOf } from "../rules/pending-actions.ts";
import type { WalletRecord } from "../rules/record.ts";
import { withoutGiven, withoutRecoveryOf } from "../rules/recovery-waits.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { walletApprovals, walletMoves, walletRecords, walletSharings, wallets } from "../schema.ts";
import { recordWriting, verifyRecord, writeRecord } from "./records.ts";

type Sharing = typeof walletSharings.$inferSelect;

const ofDevice = (uid: Uid, devicePublicKey: Base64) =>
  and(eq(walletSharings.uid, uid), eq(walletSharings.devicePublicKey, devicePublicKey));

type SharingContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "now">;

const maxDevices = 20;

/**
 * The `devicePublicKey` of a sharing that belongs to no device: when the last device is ended, its shares are encrypted again
 * under this name, only to be recovered from. It is not a key, so nobody can sign as it.
 */
export const noDevice = "recovery" as Base64;

/** The encryption context of a share: its account, device and version, so that a row can't be passed off as another. */
export const sharingContext = (row: Pick<Sharing, "uid" | "devicePublicKey" | "version">): string =>
  `${row.uid}:${row.devicePublicKey}:${row.version}`;

export const sealServerShare = (
  keys: Keys,
  row: Parameters<typeof sharingContext>[0],
  share: Base64,
): Promise<Buffer> => keys.seal("server-share", sharingContext(row), Buffer.from(share, "base64"));

/** Prefix of a recovery share that is encrypted under the wallet's own key. Older rows have the bare share. */
const ownKeyMark = Buffer.from("tribe:own\0");

type ShareContext = Pick<ReadingContext, "keys" | "walletStore">;
type SharePlace = Pick<Sharing, "uid" | "devicePublicKey" | "version" | "address">;

/**
 * Encrypts a recovery share twice, first under the wallet's own key. That key is deleted when mail recovery ends; then no backup
 * of the database gives the share back, even together with all other keys.
 */
export const sealRecoveryShare = async (
  { keys, walletStore }: ShareContext,
  place: SharePlace,
  share: Base64,
): Promise<Buffer> => {
  const own = sealUnder(await walletStore.makeRecoveryKey(place), sharingContext(place), Buffer.from(share, "base64"));
  return keys.seal("recovery-share", sharingContext(place), Buffer.concat([ownKeyMark, own]));
};

/** Decrypts the server's share, to be sent to the signer. @throws Error when the stored data was tampered with */
export const openServerShare = async (keys: Keys, row: Sharing): Promise<Base64> =>
  base64Of(await keys.open("server-share", sharingContext(row), row.serverShare));

/**
 * Decrypts the recovery share, to be sent to the signer.
 * @throws Error when the stored data was tampered with, or the wallet's own key was deleted
 * @throws ApiError `wallet_missing` when there is none
 */
export const openRecoveryShare = async ({ keys, walletStore }: ShareContext, row: Sharing): Promise<Base64> => {
  if (!row.recoveryShare) throw new ApiError("wallet_missing");
  const opened = await keys.open("recovery-share", sharingContext(row), row.recoveryShare);
  const mark = opened.subarray(0, ownKeyMark.length);
  if (!mark.equals(ownKeyMark)) return base64Of(opened);
  const key = await walletStore.readRecoveryKey(row);
  return base64Of(openUnder(key, sharingContext(row), opened.subarray(ownKeyMark.length)));
};

const base64Of = (bytes: Buffer): Base64 => bytes.toString("base64") as Base64; // standard base64 by Node

/** Both shares, as a mailed link gives them. @throws Error when the stored data was tampered with */
export const openRecovered = async (ctx: ShareContext, sharing: Sharing) => ({
  address: sharing.address,
  serverShare: await openServerShare(ctx.keys, sharing),
  recoveryShare: await openRecoveryShare(ctx, sharing),
});

/** All sharings of an account, newest version first. */
export const sharingsOf = (db: Executor, uid: Uid): Promise<Sharing[]> =>
  db.select().from(walletSharings).where(eq(walletSharings.uid, uid)).orderBy(desc(walletSharings.version));

/** An account's wallet: its record, with its MAC checked, and all sharings, newest version first. */
export interface AccountWallet {
  readonly record: WalletRecord | null;
  readonly sharings: readonly Sharing[];
  /** The account's address, which gets the wallet's mails until there is a record that names one. */
  readonly accountEmail: string;
}

/**
 * Reads all of it in one statement, because every step of creating a wallet and every signature needs it.
 * @throws ApiError `wallet_record_invalid`, `unauthorized` when the account was deleted
 */
export const readWallet = async (ctx: SharingContext, db: Reader, uid: Uid): Promise<AccountWallet> => {
  const rows = await walletOn(db).execute({ uid });
  const [first] = rows;
  if (!first) throw new ApiError("unauthorized");
  return {
    record: await verifyRecord(ctx, uid, first),
    sharings: rows.flatMap(({ sharing }) => sharing ?? []),
    accountEmail: first.accountEmail,
  };
};

const walletOn = preparedOnce((db) =>
  db
    .select({
      accountEmail: people.email,
      body: walletRecords.body,
      mac: walletRecords.mac,
      walletUid: wallets.uid,
      sharing: walletSharings,
    })
    .from(people)
    .leftJoin(walletRecords, eq(walletRecords.uid, people.uid))
    .leftJoin(wallets, eq(wallets.uid, people.uid))
    .leftJoin(walletSharings, eq(walletSharings.uid, people.uid))
    .where(eq(people.uid, sql.placeholder("uid")))
    .orderBy(desc(walletSharings.version))
    .prepare("wallet_of_account"),
);

/**
 * Phase one: stores a sharing as pending, beside the active one. It replaces a pending one that was never confirmed.
 * @throws ApiError `wallet_exists` for another address than the account's, `conflict` for a version that is not the next one
 */
export const storePending = async (
  ctx: SharingContext,
  tx: Executor,
  uid: Uid,
  address: Address,
  sharing: { serverShare: Base64; recoveryShare: Base64 | null; devicePublicKey: Base64; version: number },
): Promise<void> => {
  const { keys } = ctx;
  const { record, sharings: all } = await readWallet(ctx, tx, uid);
  if (record && record.address !== address) throw new ApiError("wallet_exists");
  const { devicePublicKey, version } = sharing;
  const mine = all.filter((row) => row.devicePublicKey === devicePublicKey);
  const newestActive = mine.find(({ state }) => state === "active")?.version ?? 0;
  if (version <= newestActive || version > (mine[0]?.version ?? 0) + 1)
    throw new ApiError("conflict", { field: "body.sharing.version" });
  const places = new Set(all.map((row) => row.devicePublicKey).filter((key) => key !== noDevice));
  if (mine.length === 0 && places.size >= maxDevices)
    throw new ApiError("conflict", { message: `A wallet can be on ${maxDevices} devices at most` });
  const isRecoverable = all.some(
    (row) => row.state === "active" && row.recoveryShare && row.devicePublicKey !== devicePublicKey,
  );
  // When no mail recovers the wallet any more, no recovery share is stored, even if an older page sends one.
  const isMailOver = record !== null && !canRecoverByMail(record, ctx.now());
  const recoveryShare = isMailOver ? null : sharing.recoveryShare;
  if (!recoveryShare && !isRecoverable && !isMailOver)
    throw new ApiError("invalid_field", {
      field: "body.sharing.recoveryShare",
      message: "body.sharing.recoveryShare: the wallet has no other way of recovery",
    });
  // The account is locked: nobody has stored another one meanwhile.
  if (mine.some(({ state }) => state === "pending"))
    await tx.delete(walletSharings).where(and(ofDevice(uid, devicePublicKey), eq(walletSharings.state, "pending")));
  const place = { uid, devicePublicKey, version };
  await tx.insert(walletSharings).values({
    ...place,
    state: "pending",
    address,
    mac: sharingMac(keys, { ...place, address }),
    serverShare: await sealServerShare(keys, place, sharing.serverShare),
    recoveryShare: recoveryShare ? await sealRecoveryShare(ctx, { ...place, address }, recoveryShare) : null,
  });
};

/** A device whose sharing has become active, and the wallet's record after it. */
export interface Activated {
  readonly record: WalletRecord;
  /** The wallet had other devices before, and its owner was not notified of this one yet. */
  readonly isNewDevice: boolean;
}

/**
 * Phase two: the signer has rebuilt the key from what was stored, so the sharing becomes active and the device's older ones are
 * deleted. Doing it twice has no further effect. The caller has locked the account, and calls `keepCommitted` after the commit.
 * @throws ApiError `device_unknown`, `wallet_exists` when another device was first
 */
export const activateSharing = async (
  ctx: SharingContext,
  tx: Executor,
  place: {
    readonly uid: Uid;
    readonly devicePublicKey: Base64;
    readonly version: number;
    /** The browser of the session that asks. */
    readonly deviceId: string;
  },
): Promise<Activated> => {
  const { keys } = ctx;
  const { uid, devicePublicKey, version, deviceId } = place;
  const { record, sharings, accountEmail } = await readWallet(ctx, tx, uid);
  const sharing = sharings.find((row) => row.devicePublicKey === devicePublicKey && row.version === version);
  if (!sharing) throw new ApiError("device_unknown");
  const { address } = sharing;
  if (record && record.address !== address) throw new ApiError("wallet_exists");
  if (record && sharing.state === "active" && record.devices.includes(devicePublicKey))
    return { record, isNewDevice: false };
  // Anybody who can write to the database can add a row; only the MAC proves that the address's key signed for this device.
  if (!sharing.mac || !isSame(Buffer.from(sharing.mac), Buffer.from(sharingMac(keys, sharing)))) {
    ctx.log.error({ uid }, "a wallet's sharing was changed by somebody else");
    throw new ApiError("wallet_record_invalid");
  }
  const activating = sql`
    update ${walletSharings} set state = 'active'
    where uid = ${uid} and device_public_key = ${devicePublicKey} and version = ${version}`;
  const isNewDevice = !record?.devices.includes(devicePublicKey);
  const browsers = { ...record?.browsers, [devicePublicKey]: deviceId };
  const activeAt = withActivity(record ?? { devices: [] }, devicePublicKey, ctx.now());
  const next: WalletRecord = record
    ? {
        ...withoutGiven(withoutRecoveryOf(record, devicePublicKey), devicePublicKey),
        version: record.version + 1,
        devices: isNewDevice ? [...record.devices, devicePublicKey] : record.devices,
        browsers,
        activeAt,
      }
    : {
        format: 1,
        uid,
        version: 1,
        address,
        recoveryEmail: accountEmail,
        devices: [devicePublicKey],
        browsers,
        activeAt,
      };
  if (record) {
    await tx.execute(activating);
    await writeRecord(keys, tx, next);
  } else if (!(await makeWallet(ctx, tx, next, activating))) throw new ApiError("wallet_exists");
  // The browser that asked for the wallet has it now.
  await tx
    .delete(walletApprovals)
    .where(and(eq(walletApprovals.uid, uid), eq(walletApprovals.devicePublicKey, devicePublicKey)));
  for (const row of sharings) {
    const isOlder = row.devicePublicKey === devicePublicKey && row.version < version;
    // Sharings that other devices stored for an address that was not first can never be confirmed.
    const isLost = row.address !== address;
    // The ended device's shares are not needed any more: the wallet can be recovered from this device's.
    const isReplaced = row.devicePublicKey === noDevice && sharing.recoveryShare !== null;
    if (isOlder || isLost || isReplaced)
      await tx
        .delete(walletSharings)
        .where(and(ofDevice(uid, row.devicePublicKey), eq(walletSharings.version, row.version)));
  }
  return { record: next, isNewDevice: record !== null && isNewDevice && !record.given?.includes(devicePublicKey) };
};

/**
 * Makes the record's address the account's wallet, in one statement with all that depends on it.
 * @param activating the statement that makes its first sharing active
 * @returns false when it is another account's, or one that its person has left; the caller's transaction must then roll back
 */
const makeWallet = (
  { keys }: Pick<ReadingContext, "keys">,
  tx: Executor,
  record: WalletRecord,
  activating: SQL,
): Promise<boolean> => {
  const { uid, address } = record;
  const columns = [wallets.uid, wallets.address, wallets.recovery].map(({ name }) => sql.identifier(name));
  // A wallet that its person has left is refused: somebody else may have its key, which may be why it was left.
  const steps = sql`activated as (${activating}), made as (
      insert into ${wallets} (${sql.join(columns, sql`, `)})
      select ${uid}, ${address}, 'mail_code' where not exists (${formerWallet(address)})
      on conflict do nothing returning uid
    ), recorded as (${recordWriting(keys, record)})`;
  return setAddress(tx, uid, address, { steps, from: sql`made` });
};

/** The query for whether somebody moved from this wallet to another one. */
const formerWallet = (address: Address): SQL => sql`
  select from ${walletMoves} join ${wallets} as later on later.uid = ${walletMoves.uid}
  where ${walletMoves.from} = ${address} and later.address <> ${walletMoves.from}`;

/** Whether somebody moved from this wallet to another one. */
export const isFormerWallet = async (db: Executor, address: Address): Promise<boolean> =>
  (await db.execute(formerWallet(address))).rows.length > 0;

/** The newest confirmed sharing that a mailed link can recover: of a device in the record, or of {@link noDevice}. */
export const recoverableSharing = async (db: Reader, { uid, devices }: WalletRecord): Promise<Sharing | null> => {
  const [sharing] = await db
    .select()
    .from(walletSharings)
    .where(
      and(
        eq(walletSharings.uid, uid),
        inArray(walletSharings.devicePublicKey, [...devices, noDevice]),
        eq(walletSharings.state, "active"),
        isNotNull(walletSharings.recoveryShare),
      ),
    )
    .orderBy(desc(walletSharings.createdAt))
    .limit(1);
  return sharing ?? null;
};

/**
 * Takes the wallet from devices: deletes their sharings and removes them from the record. If no other device's sharing could be
 * recovered, the newest one is kept under {@link noDevice}. The caller calls `keepCommitted` after the commit.
 */
export const removeDevices = async (
  ctx: SharingContext,
  tx: Executor,
  record: WalletRecord,
  gone: readonly Base64[],
): Promise<WalletRecord> => {
  const { keys } = ctx;
  const { uid } = record;
  const devices = record.devices.filter((key) => !gone.includes(key));
  const other = await recoverableSharing(tx, { ...record, devices });
  const last = other ? null : await recoverableSharing(tx, record);
  if (last) {
    const place = { uid, devicePublicKey: noDevice, version: 1 };
    const [serverShare, recoveryShare] = [await openServerShare(keys, last), await openRecoveryShare(ctx, last)];
    await tx.insert(walletSharings).values({
      ...place,
      state: "active",
      address: record.address,
      mac: sharingMac(keys, { ...place, address: record.address }),
      serverShare: await sealServerShare(keys, place, serverShare),
      recoveryShare: await sealRecoveryShare(ctx, { ...place, address: record.address }, recoveryShare),
    });
  }
  // Pending sharings of these devices are deleted, too.
  await tx
    .delete(walletSharings)
    .where(and(eq(walletSharings.uid, uid), notInArray(walletSharings.devicePublicKey, [...devices, noDevice])));
  const ofDevices = <Value>(values: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => devices.some((device) => device === key)));
  const browsers = ofDevices(record.browsers);
  const activeAt = ofDevices(record.activeAt);
  const kept = withActionsOf(record, devices, ctx.now());
  const next: WalletRecord = { ...kept, version: record.version + 1, devices, browsers, activeAt };
  await writeRecord(keys, tx, next);
  return next;
};
