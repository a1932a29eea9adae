import { ApiError, type Base64, walletWaits } from "@tribe/contract";
import { randomText } from "../../../crypto/secrets.ts";
import { phaseOf, standingWaits, withRequested } from "./pending-actions.ts";
import type { KeyWait, WalletRecord } from "./record.ts";

/** What a device requests: the key for a kit or an export, or a move to another wallet. */
type KeyRequest = Pick<KeyWait, "kind" | "devicePublicKey">;

/** The waits that have not expired. */
export const keyWaitsOf = (record: WalletRecord, now: number): readonly KeyWait[] => standingWaits(record, "key", now);

const isFor =
  ({ kind, devicePublicKey }: KeyRequest) =>
  (wait: KeyWait): boolean =>
    wait.kind === kind && wait.devicePublicKey === devicePublicKey;

/**
 * The record with a device's wait for the key. One that it has already stays as it is, so that requesting it again makes it neither
 * longer nor shorter. For an empty wallet the wait is over at once.
 */
export const withKeyWait = (
  record: WalletRecord,
  request: { readonly kind: KeyWait["kind"]; readonly devicePublicKey: Base64; readonly isEmpty: boolean },
  now: number,
) => {
  const { kind, devicePublicKey, isEmpty } = request;
  const isSame = isFor(request);
  const readyAt = isEmpty ? now : now + walletWaits.keySeconds * 1_000;
  const expiresAt = readyAt + walletWaits.keyTakenWithinSeconds * 1_000;
  return withRequested(
    record,
    {
      kind: "key",
      isSame: (wait) => isSame(wait) && !(isEmpty && phaseOf(wait, now) === "waiting"),
      isReplaced: isSame,
      make: () => ({ id: randomText(16), kind, askedAt: now, readyAt, expiresAt, devicePublicKey }),
    },
    now,
  );
};

/** @throws ApiError `wait_not_over` when the device did not request it, or its wait has not ended yet or has expired */
export const checkKeyWait = (record: WalletRecord, request: KeyRequest, now: number): void => {
  const wait = keyWaitsOf(record, now).find(isFor(request));
  if (!wait || phaseOf(wait, now) !== "ready") throw new ApiError("wait_not_over");
};
