import { type Address, ApiError, type Base64, type Outflow, type SendWaitInfo, walletWaits } from "@tribe/contract";
import { covers, waitFor } from "@tribe/domain/outflow";
import { randomText } from "../../secrets.ts";
import type { WalletRecord } from "./record.ts";

/** Most waits of one wallet at a time: each sends its owner a mail. */
const maxSendWaits = 10;

/** The waits that have not expired. */
export const sendWaitsOf = (record: Pick<WalletRecord, "sends">, now: number): readonly SendWaitInfo[] =>
  record.sends?.filter(({ expiresAt }) => expiresAt > now) ?? [];

/** What a device wants to let out, and from which wallet. */
export interface SendAsk {
  readonly wallet: Address;
  readonly outflow: Outflow;
  readonly devicePublicKey: Base64;
}

/**
 * The record with a device's wait for one recipient, token, creation or list, and an amount. One that it has already and that
 * covers it stays as it is, so that asking again makes it neither longer nor shorter; for more another one begins.
 * @throws ApiError `conflict` when there are too many already
 */
export const withSendWait = (
  record: WalletRecord,
  { wallet, outflow, devicePublicKey }: SendAsk,
  now: number,
): { readonly record: WalletRecord; readonly wait: SendWaitInfo; readonly isNew: boolean } => {
  const standing = sendWaitsOf(record, now);
  const found = standing.find((wait) => wait.devicePublicKey === devicePublicKey && covers(wait, outflow));
  if (found) return { record, wait: found, isNew: false };
  if (standing.length >= maxSendWaits)
    throw new ApiError("conflict", {
      message: `Your wallet waits for ${maxSendWaits} others. Stop one of them first.`,
    });
  const readyAt = now + walletWaits.sendSeconds * 1_000;
  const expiresAt = readyAt + walletWaits.sendWithinSeconds * 1_000;
  const asked = { askedAt: now, readyAt, expiresAt, devicePublicKey };
  const wait: SendWaitInfo = { id: randomText(16), ...waitFor(wallet, outflow), ...asked };
  return { record: { ...record, version: record.version + 1, sends: [...standing, wait] }, wait, isNew: true };
};
