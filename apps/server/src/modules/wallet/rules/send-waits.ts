import { type Address, ApiError, type Base64, type Outflow, type SendWaitInfo, walletWaits } from "@tribe/contract";
import { covers, waitFor } from "@tribe/domain/outflow";
import { randomText } from "../../../crypto/secrets.ts";
import { standingWaits, withRequested } from "./pending-actions.ts";
import type { WalletRecord } from "./record.ts";

/** Most waits of one wallet at a time: each sends its owner a mail. */
const maxSendWaits = 10;

/** The waits that have not expired. */
export const sendWaitsOf = (record: Pick<WalletRecord, "sends">, now: number): readonly SendWaitInfo[] =>
  standingWaits(record, "send", now);

/** What a device wants to let out, and from which wallet. */
interface SendRequest {
  readonly wallet: Address;
  readonly outflow: Outflow;
  readonly devicePublicKey: Base64;
}

/**
 * The record with a device's wait for one recipient, token, creation or list, and an amount. One that it has already and that
 * covers it stays as it is, so that requesting it again makes it neither longer nor shorter; for more another one begins.
 * @throws ApiError `conflict` when there are too many already
 */
export const withSendWait = (record: WalletRecord, { wallet, outflow, devicePublicKey }: SendRequest, now: number) => {
  const readyAt = now + walletWaits.sendSeconds * 1_000;
  const expiresAt = readyAt + walletWaits.sendWithinSeconds * 1_000;
  return withRequested(
    record,
    {
      kind: "send",
      isSame: (wait) => wait.devicePublicKey === devicePublicKey && covers(wait, outflow),
      make: (others) => {
        if (others >= maxSendWaits)
          throw new ApiError("conflict", {
            message: `Your wallet waits for ${maxSendWaits} others. Stop one of them first.`,
          });
        return {
          id: randomText(16),
          ...waitFor(wallet, outflow),
          askedAt: now,
          readyAt,
          expiresAt,
          devicePublicKey,
        };
      },
    },
    now,
  );
};
