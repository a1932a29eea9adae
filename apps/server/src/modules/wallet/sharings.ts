import { type Address, ApiError, type Base64, type Uid } from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import { isSame } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import { sharingMac } from "./row-macs.ts";
import { withActivity } from "./rules/activity.ts";
import { noDevice } from "./rules/no-device.ts";
import { withActionsOf } from "./rules/pending-actions.ts";
import type { WalletRecord } from "./rules/record.ts";
import { withoutGiven, withoutRecoveryOf } from "./rules/recovery-waits.ts";
import { canRecoverByMail } from "./rules/recovery-ways.ts";
import { openRecoveryShare, openServerShare, sealRecoveryShare, sealServerShare } from "./share-encryption.ts";
import { deleteApprovalOf } from "./store/approvals.ts";
import { writeRecord } from "./store/records.ts";
import {
  activateRow,
  deletePendingSharing,
  deleteSharing,
  deleteSharingsExcept,
  insertSharing,
  makeWallet,
  readWallet,
  recoverableSharing,
} from "./store/sharings.ts";

type SharingContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "now">;

const maxDevices = 20;

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
  if (mine.some(({ state }) => state === "pending")) await deletePendingSharing(tx, { uid, devicePublicKey });
  const place = { uid, devicePublicKey, version };
  await insertSharing(tx, {
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
  ctx: SharingContext & Pick<ReadingContext, "ports">,
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
    await activateRow(tx, place);
    await writeRecord(keys, tx, next);
  } else if (!(await makeWallet(ctx, tx, next, place))) throw new ApiError("wallet_exists");
  // The browser that asked for the wallet has it now.
  await deleteApprovalOf(tx, { uid, devicePublicKey });
  for (const row of sharings) {
    const isOlder = row.devicePublicKey === devicePublicKey && row.version < version;
    // Sharings that other devices stored for an address that was not first can never be confirmed.
    const isLost = row.address !== address;
    // The ended device's shares are not needed any more: the wallet can be recovered from this device's.
    const isReplaced = row.devicePublicKey === noDevice && sharing.recoveryShare !== null;
    if (isOlder || isLost || isReplaced) await deleteSharing(tx, row);
  }
  return { record: next, isNewDevice: record !== null && isNewDevice && !record.given?.includes(devicePublicKey) };
};

/**
 * Removes the wallet from devices: deletes their sharings and removes them from the record. If no other device's sharing could be
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
    await insertSharing(tx, {
      ...place,
      state: "active",
      address: record.address,
      mac: sharingMac(keys, { ...place, address: record.address }),
      serverShare: await sealServerShare(keys, place, serverShare),
      recoveryShare: await sealRecoveryShare(ctx, { ...place, address: record.address }, recoveryShare),
    });
  }
  // Pending sharings of these devices are deleted, too.
  await deleteSharingsExcept(tx, uid, [...devices, noDevice]);
  const ofDevices = <Value>(values: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => devices.some((device) => device === key)));
  const browsers = ofDevices(record.browsers);
  const activeAt = ofDevices(record.activeAt);
  const kept = withActionsOf(record, devices, ctx.now());
  const next: WalletRecord = { ...kept, version: record.version + 1, devices, browsers, activeAt };
  await writeRecord(keys, tx, next);
  return next;
};
