import { type Base64, walletApproval } from "@tribe/contract";
import type { WalletRecord } from "./record.ts";

/** The record notes that a device is used at most once a day. */
const dayMs = 86_400_000;
const activeMs = walletApproval.activeSeconds * 1_000;

/**
 * When a device was last used, in ms since 1970. Records made before this was noted have no value: such a device counts as used
 * now, so that nobody gets a wallet sooner because nothing is known.
 */
const lastUsed = ({ activeAt }: WalletRecord, devicePublicKey: Base64, now: number): number =>
  activeAt?.[devicePublicKey] ?? now;

/** Whether the record should note now that this device is used. */
export const isActivityDue = (record: WalletRecord, devicePublicKey: Base64, now: number): boolean =>
  record.devices.includes(devicePublicKey) && (record.activeAt?.[devicePublicKey] ?? 0) <= now - dayMs;

/** When each device of the record was last used; this one now. A device without a value starts at now. */
export const withActivity = (
  record: Pick<WalletRecord, "devices" | "activeAt">,
  devicePublicKey: Base64,
  now: number,
): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(record.devices.map((key) => [key, record.activeAt?.[key] ?? now])),
  [devicePublicKey]: now,
});

/**
 * Whether the wallet was used within 30 days in a browser other than the one with this key (null: in any browser). A browser
 * whose session was ended can no longer report that it is used: it counts as used until it was ended, so that nobody shortens the
 * wait by ending it. Browsers are told apart by their keys alone, because which session belongs to which browser is only known
 * from the page server.
 */
export const isUsedElsewhere = (record: WalletRecord, devicePublicKey: Base64 | null, now: number): boolean =>
  record.devices.some((key) => key !== devicePublicKey && isUsed(record, key, now)) ||
  endedAt(record, now) > now - activeMs;

/** Whether a device counts as used: within 30 days, plus the day by which the note may be late. */
const isUsed = (record: WalletRecord, devicePublicKey: Base64, now: number): boolean =>
  lastUsed(record, devicePublicKey, now) > now - activeMs - dayMs;

/** When a browser that counted as used was last ended. A record without devices and without this value counts as ended now. */
const endedAt = ({ devices, endedAt: at }: WalletRecord, now: number): number =>
  at ?? (devices.length === 0 ? now : Number.NEGATIVE_INFINITY);

/** The value of {@link WalletRecord.endedAt} once these devices are ended. */
export const endedAtAfter = (record: WalletRecord, gone: readonly Base64[], now: number): number =>
  Math.max(record.endedAt ?? 0, gone.some((key) => isUsed(record, key, now)) ? now : 0);

/** Devices of the wallet that were used within 30 days, in browsers other than this one. */
export const activeElsewhere = (record: WalletRecord, deviceId: string, now: number): readonly Base64[] =>
  record.devices.filter((key) => record.browsers?.[key] !== deviceId && lastUsed(record, key, now) > now - activeMs);
