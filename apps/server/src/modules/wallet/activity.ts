import { type Base64, walletApproval } from "@tribe/contract";
import type { WalletRecord } from "./record.ts";

/** That a device is used is written down once a day. */
const dayMs = 86_400_000;

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

/** Devices of the wallet that were used within 30 days, in other browsers than this one. */
export const activeElsewhere = (record: WalletRecord, deviceId: string, now: number): readonly Base64[] =>
  record.devices.filter(
    (key) =>
      record.browsers?.[key] !== deviceId && lastUsed(record, key, now) > now - walletApproval.activeSeconds * 1_000,
  );
