import { ApiError, type SendWaitInfo, walletWaits } from "@tribe/contract";
import { randomText } from "../../secrets.ts";
import type { WalletRecord } from "./record.ts";

/** Most waits of one wallet at a time: each sends its owner a mail. */
const maxSendWaits = 10;

/** The waits that have not expired. */
export const sendWaitsOf = (record: WalletRecord, now: number): readonly SendWaitInfo[] =>
  record.sends?.filter(({ expiresAt }) => expiresAt > now) ?? [];

/** What a device wants to send. */
export type SendAsk = Pick<SendWaitInfo, "what" | "address" | "lamports" | "devicePublicKey">;

/**
 * The record with a device's wait for one recipient or token. One that it has already stays as it is, so that asking again makes
 * it neither longer nor shorter.
 * @throws ApiError `conflict` when there are too many already
 */
export const withSendWait = (
  record: WalletRecord,
  { what, address, lamports, devicePublicKey }: SendAsk,
  now: number,
): { readonly record: WalletRecord; readonly wait: SendWaitInfo; readonly isNew: boolean } => {
  const standing = sendWaitsOf(record, now);
  const found = standing.find(
    (wait) => wait.what === what && wait.address === address && wait.devicePublicKey === devicePublicKey,
  );
  if (found) return { record, wait: found, isNew: false };
  if (standing.length >= maxSendWaits)
    throw new ApiError("conflict", {
      message: `Your wallet waits for ${maxSendWaits} others. Stop one of them first.`,
    });
  const readyAt = now + walletWaits.sendSeconds * 1_000;
  const expiresAt = readyAt + walletWaits.sendWithinSeconds * 1_000;
  const wait = { id: randomText(16), what, address, lamports, askedAt: now, readyAt, expiresAt, devicePublicKey };
  return { record: { ...record, version: record.version + 1, sends: [...standing, wait] }, wait, isNew: true };
};
