import { type Base64, walletApproval } from "@tribe/contract";
import type { WalletRecord } from "./record.ts";

/** The record notes that a device is used at most once a day. */
const dayMs = 86_400_000;
const activeMs = walletApproval.activeSeconds * 1_000;

/**
 * When a device was last used, in ms since 1970. Records made before this was noted have no value: such a device counts as used
 * now.
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

/** Devices of the wallet that were used within 30 days, in browsers other than this one. */
export const activeElsewhere = (record: WalletRecord, deviceId: string, now: number): readonly Base64[] =>
  record.devices.filter((key) => record.browsers?.[key] !== deviceId && lastUsed(record, key, now) > now - activeMs);
