import { type Base64, walletApproval } from "@tribe/contract";
import type { WalletRecord } from "./record.ts";

/** That a device is used is written down once a day. */
const dayMs = 86_400_000;
const activeMs = walletApproval.activeSeconds * 1_000;

/**
 * When a device was last used, ms since 1970. What was not used since this is kept counts as used now: nobody is given anything for
 * not being known.
 */
const lastUsed = ({ activeAt }: WalletRecord, devicePublicKey: Base64, now: number): number =>
  activeAt?.[devicePublicKey] ?? now;

/** Whether it should be written down that this device is used. */
export const isActivityDue = (record: WalletRecord, devicePublicKey: Base64, now: number): boolean =>
  record.devices.includes(devicePublicKey) && (record.activeAt?.[devicePublicKey] ?? 0) <= now - dayMs;

/** By when the record's devices were used, this one now. Those that nothing is known of are counted from now on. */
export const activityWith = (
  record: Pick<WalletRecord, "devices" | "activeAt">,
  devicePublicKey: Base64,
  now: number,
): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(record.devices.map((key) => [key, record.activeAt?.[key] ?? now])),
  [devicePublicKey]: now,
});

/**
 * Whether the wallet was used within 30 days in another browser than the one with this key (null: in any). A browser that was ended can't
 * say any more that it is used, and counts from its end on: nobody waits for nothing by ending it. Sessions and their browsers are the
 * page server's word, so that the key alone says which browser it is.
 */
export const isUsedElsewhere = (record: WalletRecord, devicePublicKey: Base64 | null, now: number): boolean =>
  record.devices.some((key) => key !== devicePublicKey && isUsed(record, key, now)) ||
  endedAt(record, now) > now - activeMs;

/** Whether a device counts as used: within 30 days, to the end of the day that is written down. */
const isUsed = (record: WalletRecord, devicePublicKey: Base64, now: number): boolean =>
  lastUsed(record, devicePublicKey, now) > now - activeMs - dayMs;

/** When a browser that counted was last ended. Where none is left and nobody has kept when the last one was ended, it was now. */
const endedAt = ({ devices, endedAt: at }: WalletRecord, now: number): number =>
  at ?? (devices.length === 0 ? now : Number.NEGATIVE_INFINITY);

/** What the record says of {@link WalletRecord.endedAt} once these devices are ended. */
export const endedAtAfter = (record: WalletRecord, gone: readonly Base64[], now: number): number =>
  Math.max(record.endedAt ?? 0, gone.some((key) => isUsed(record, key, now)) ? now : 0);

/** Devices of the wallet that were used within 30 days, in other browsers than this one. */
export const activeElsewhere = (record: WalletRecord, deviceId: string, now: number): readonly Base64[] =>
  record.devices.filter((key) => record.browsers?.[key] !== deviceId && lastUsed(record, key, now) > now - activeMs);
