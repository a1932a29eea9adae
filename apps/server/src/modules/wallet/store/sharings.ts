import { type Address, ApiError, type Base64, type Uid } from "@tribe/contract";
import { and, desc, eq, inArray, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { ReadingContext } from "../../../context/context.ts";
import type { Executor, Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { setAddress } from "../../identity/index.ts";
import { people } from "../../identity/schema.ts";
import { noDevice } from "../rules/no-device.ts";
import type { WalletRecord } from "../rules/record.ts";
import { walletMoves, walletRecords, walletRecoveries, walletSharings, wallets } from "../schema.ts";
import { recordWriting, verifyRecord } from "./records.ts";

/** A sharing as it is stored. */
export type Sharing = typeof walletSharings.$inferSelect;

/** Which sharing: of which account and device, in which version. */
type SharingId = Pick<Sharing, "uid" | "devicePublicKey" | "version">;

const ofDevice = ({ uid, devicePublicKey }: Omit<SharingId, "version">) =>
  and(eq(walletSharings.uid, uid), eq(walletSharings.devicePublicKey, devicePublicKey));

const isIt = (sharing: SharingId) => and(ofDevice(sharing), eq(walletSharings.version, sharing.version));

type SharingContext = Pick<ReadingContext, "keys" | "walletStore" | "log">;

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

/** Stores a sharing. */
export const insertSharing = async (tx: Executor, row: typeof walletSharings.$inferInsert): Promise<void> => {
  await tx.insert(walletSharings).values(row);
};

/** Deletes a sharing. */
export const deleteSharing = async (tx: Executor, sharing: SharingId): Promise<void> => {
  await tx.delete(walletSharings).where(isIt(sharing));
};

/** Deletes the pending sharing of a device. */
export const deletePendingSharing = async (tx: Executor, of: Omit<SharingId, "version">): Promise<void> => {
  await tx.delete(walletSharings).where(and(ofDevice(of), eq(walletSharings.state, "pending")));
};

/** Deletes an account's sharings of all devices but these. */
export const deleteSharingsExcept = async (tx: Executor, uid: Uid, devices: readonly Base64[]): Promise<void> => {
  await tx
    .delete(walletSharings)
    .where(and(eq(walletSharings.uid, uid), notInArray(walletSharings.devicePublicKey, [...devices])));
};

/** Makes a sharing active. */
export const activateRow = async (tx: Executor, sharing: SharingId): Promise<void> => {
  await tx.execute(activating(sharing));
};

const activating = ({ uid, devicePublicKey, version }: SharingId): SQL => sql`
  update ${walletSharings} set state = 'active'
  where uid = ${uid} and device_public_key = ${devicePublicKey} and version = ${version}`;

/**
 * Makes the record's address the account's wallet, and its first sharing active. One statement, because each round trip is a part of
 * what a newcomer waits for (`npm run bench -- sign-up`).
 * @returns false when it is another account's, or one that its person has left; the caller's transaction must then roll back
 */
export const makeWallet = (
  { keys }: Pick<ReadingContext, "keys">,
  tx: Executor,
  record: WalletRecord,
  sharing: SharingId,
): Promise<boolean> => {
  const { uid, address } = record;
  const columns = [wallets.uid, wallets.address, wallets.recovery].map(({ name }) => sql.identifier(name));
  // A wallet that its person has left is refused: somebody else may have its key, which may be why it was left.
  const steps = sql`activated as (${activating(sharing)}), made as (
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

/** Deletes the shares that a mailed link gives, and pending requests for one. */
export const deleteMailShares = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.update(walletSharings).set({ recoveryShare: null }).where(eq(walletSharings.uid, uid));
  await tx.delete(walletRecoveries).where(eq(walletRecoveries.uid, uid));
};
