import {
  type AnswerOf,
  ApiError,
  type Base64,
  type routes,
  stopRecoveryFragment,
  type Uid,
  walletWaits,
} from "@tribe/contract";
import { isSame, randomText } from "../../../crypto/secrets.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import { phaseOf, standingWaits, withoutWaits, withRequested } from "./pending-actions.ts";
import type { RecoveryWait, WalletRecord } from "./record.ts";
import { recoveryEmailOf } from "./recovery-email.ts";

/** Most waits of one wallet at a time: each is a browser that its person may have to stop. */
const maxRecoveries = 5;

/** A wait as its person sees it, in whichever browser. */
type ShownWait = NonNullable<AnswerOf<typeof routes.wallet.wallet>["recoveries"]>[number];

/** The waits that have not expired, as they are shown. */
export const recoveryInfos = (record: WalletRecord, now: number): ShownWait[] =>
  standingWaits(record, "recovery", now).map(recoveryInfo);

export const recoveryInfo = ({
  id,
  askedAt,
  readyAt,
  expiresAt,
  devicePublicKey,
  place: { device, network },
}: RecoveryWait): ShownWait => ({ id, askedAt, readyAt, expiresAt, devicePublicKey, place: { device, network } });

/** Which browser requests the wallet, by its key, and in which session. */
type Requester = Pick<RecoveryWait, "devicePublicKey" | "sessionId">;

/**
 * Whether a wait is of exactly this browser and session. One whose link was mailed to a former recovery address is void: the address
 * may have been changed because somebody else reads that mailbox.
 */
const isFor =
  (record: WalletRecord, { devicePublicKey, sessionId }: Requester, now: number) =>
  (wait: RecoveryWait): boolean =>
    wait.devicePublicKey === devicePublicKey &&
    wait.sessionId === sessionId &&
    wait.sentTo === recoveryEmailOf(record, now);

/** Whether this browser has waited long enough. */
export const isRecoveryReady = (record: WalletRecord, requester: Requester, now: number): boolean => {
  const wait = standingWaits(record, "recovery", now).find(isFor(record, requester, now));
  return wait !== undefined && phaseOf(wait, now) === "ready";
};

/**
 * The record with a browser's wait for the wallet. One that it has in this session already stays as it is, so that requesting it
 * again makes it neither longer nor shorter.
 * @throws ApiError `conflict` when there are too many already
 */
export const withRecovery = (
  record: WalletRecord,
  request: Requester & Pick<RecoveryWait, "deviceId" | "place">,
  now: number,
) => {
  const { devicePublicKey, sessionId, deviceId, place } = request;
  const readyAt = now + walletWaits.recoverySeconds * 1_000;
  return withRequested(
    record,
    {
      kind: "recovery",
      isSame: isFor(record, request, now),
      isReplaced: (wait) => wait.devicePublicKey === devicePublicKey,
      make: (others) => {
        if (others >= maxRecoveries)
          throw new ApiError("conflict", {
            message: `${maxRecoveries} browsers wait for your wallet already. Stop one of them first.`,
          });
        return {
          id: randomText(16),
          askedAt: now,
          readyAt,
          expiresAt: readyAt + walletWaits.recoveryTakenWithinSeconds * 1_000,
          devicePublicKey,
          sessionId,
          deviceId,
          sentTo: recoveryEmailOf(record, now),
          place,
        };
      },
    },
    now,
  );
};

/** The record without the wait of a browser that has the wallet now. The caller increments the version. */
export const withoutRecoveryOf = (record: WalletRecord, devicePublicKey: Base64): WalletRecord =>
  withoutWaits(record, "recovery", (wait) => wait.devicePublicKey === devicePublicKey);

/** The same for browsers whose sessions were ended; the same object when none of them waits. */
export const withoutRecoveriesIn = (record: WalletRecord, deviceIds: readonly string[]): WalletRecord =>
  withoutWaits(record, "recovery", (wait) => deviceIds.includes(wait.deviceId));

/** Most of them that are kept: who reads a mailbox could ask again and again with new keys. */
const maxGiven = 10;

/** The record with a device that gets the wallet at once; the same object when the owner was notified of it before. */
export const withGiven = (record: WalletRecord, devicePublicKey: Base64): WalletRecord => {
  const { devices, given = [] } = record;
  if (devices.includes(devicePublicKey) || given.includes(devicePublicKey)) return record;
  return { ...record, version: record.version + 1, given: [...given, devicePublicKey].slice(-maxGiven) };
};

/** The record without it, once the device has confirmed that it has the wallet. The caller increments the version. */
export const withoutGiven = (record: WalletRecord, devicePublicKey: Base64): WalletRecord => {
  const { given = [], ...rest } = record;
  const kept = given.filter((key) => key !== devicePublicKey);
  return kept.length === 0 ? rest : { ...rest, given: kept };
};

/** The token is a MAC and stored nowhere: who writes the database can't invalidate the link that was mailed. */
const stopToken = (keys: Keys, uid: Uid, id: string): string => keys.mac("recovery", `stop recovery:${uid}:${id}`);

/** The fragment of the link in the mail that reports a wait. */
export const stopRecoveryLinkOf = (keys: Keys, uid: Uid, id: string): string =>
  stopRecoveryFragment(uid, id, stopToken(keys, uid, id));

/** Whether this is that link's token. */
export const isStopRecoveryToken = (keys: Keys, uid: Uid, id: string, token: string): boolean =>
  isSame(Buffer.from(token), Buffer.from(stopToken(keys, uid, id)));
