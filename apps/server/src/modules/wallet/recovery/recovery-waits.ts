import {
  type AnswerOf,
  ApiError,
  type Base64,
  type routes,
  stopRecoveryFragment,
  type Uid,
  walletWaits,
} from "@tribe/contract";
import type { Keys } from "../../../engines/keys/port.ts";
import { isSame, randomText } from "../../../secrets.ts";
import type { RecoveryWait, WalletRecord } from "../record.ts";
import { recoveryEmailOf } from "../recovery-email.ts";

/** Of one wallet at a time: each is a browser that its person may have to stop. */
const maxRecoveries = 5;

/** A wait as its person sees it, in whichever browser. */
type ShownWait = NonNullable<AnswerOf<typeof routes.wallet.wallet>["recoveries"]>[number];

/** Those that are not over. */
const recoveriesOf = ({ recoveries = [] }: WalletRecord, now: number): readonly RecoveryWait[] =>
  recoveries.filter(({ expiresAt }) => expiresAt > now);

/** The same as they are shown. */
export const shownRecoveries = (record: WalletRecord, now: number): ShownWait[] =>
  recoveriesOf(record, now).map(shownRecovery);

export const shownRecovery = ({
  id,
  askedAt,
  readyAt,
  expiresAt,
  devicePublicKey,
  place: { device, network },
}: RecoveryWait): ShownWait => ({ id, askedAt, readyAt, expiresAt, devicePublicKey, place: { device, network } });

/** Who asks: a browser's key, in one session. */
type Asking = Pick<RecoveryWait, "devicePublicKey" | "sessionId">;

/**
 * The wait of exactly this browser and session. What was mailed to an address that brings the wallet back no more is none: whoever reads that
 * mailbox still may be why it was changed.
 */
const standingRecovery = (record: WalletRecord, of: Asking, now: number): RecoveryWait | undefined =>
  recoveriesOf(record, now).find(
    ({ devicePublicKey, sessionId, sentTo }) =>
      devicePublicKey === of.devicePublicKey && sessionId === of.sessionId && sentTo === recoveryEmailOf(record, now),
  );

/** Whether this browser has waited for as long as it must. */
export const isRecoveryReady = (record: WalletRecord, of: Asking, now: number): boolean => {
  const wait = standingRecovery(record, of, now);
  return wait !== undefined && wait.readyAt <= now;
};

/**
 * The record with a browser's wait for the wallet; one that it has in this session is kept, so that asking again delays nothing, and brings
 * nothing forward. @throws ApiError `conflict` where too many stand already
 */
export const withRecovery = (
  record: WalletRecord,
  asked: Asking & Pick<RecoveryWait, "deviceId" | "place">,
  now: number,
): { readonly record: WalletRecord; readonly wait: RecoveryWait; readonly isNew: boolean } => {
  const found = standingRecovery(record, asked, now);
  if (found) return { record, wait: found, isNew: false };
  const { devicePublicKey, sessionId, deviceId, place } = asked;
  const others = recoveriesOf(record, now).filter((wait) => wait.devicePublicKey !== devicePublicKey);
  if (others.length >= maxRecoveries)
    throw new ApiError("conflict", {
      message: `${maxRecoveries} browsers wait for your wallet already. Stop one of them first.`,
    });
  const readyAt = now + walletWaits.recoverySeconds * 1_000;
  const wait: RecoveryWait = {
    ...{ id: randomText(16), askedAt: now, readyAt },
    expiresAt: readyAt + walletWaits.recoveryTakenWithinSeconds * 1_000,
    ...{ devicePublicKey, sessionId, deviceId, sentTo: recoveryEmailOf(record, now), place },
  };
  return { record: { ...record, version: record.version + 1, recoveries: [...others, wait] }, wait, isNew: true };
};

/** The record without the wait of a browser that has the wallet now. Its version is the caller's to count. */
export const withoutRecoveryOf = (record: WalletRecord, devicePublicKey: Base64): WalletRecord =>
  without(record, (wait) => wait.devicePublicKey === devicePublicKey);

/** The same of browsers whose sessions were ended; the very record where none of them waits. */
export const withoutRecoveriesIn = (record: WalletRecord, deviceIds: readonly string[]): WalletRecord =>
  without(record, (wait) => deviceIds.includes(wait.deviceId));

/** So many of them are kept: whoever reads a mailbox could ask again and again with new keys. */
const maxGiven = 10;

/** The record with a device that is given the wallet at once; the very record where its owner knows of the device. */
export const withGiven = (record: WalletRecord, devicePublicKey: Base64): WalletRecord => {
  const { devices, given = [] } = record;
  if (devices.includes(devicePublicKey) || given.includes(devicePublicKey)) return record;
  return { ...record, version: record.version + 1, given: [...given, devicePublicKey].slice(-maxGiven) };
};

/** The record without it, once the device has said that it has the wallet. Its version is the caller's to count. */
export const withoutGiven = (record: WalletRecord, devicePublicKey: Base64): WalletRecord => {
  const { given = [], ...rest } = record;
  const kept = given.filter((key) => key !== devicePublicKey);
  return kept.length === 0 ? rest : { ...rest, given: kept };
};

const without = (record: WalletRecord, isGone: (wait: RecoveryWait) => boolean): WalletRecord => {
  const { recoveries = [], ...rest } = record;
  const kept = recoveries.filter((wait) => !isGone(wait));
  if (kept.length === recoveries.length) return record;
  return kept.length === 0 ? rest : { ...rest, recoveries: kept };
};

/** Nothing of it is stored, so that nobody who writes the database takes it from whoever was mailed it. */
const stopToken = (keys: Keys, uid: Uid, id: string): string => keys.mac("recovery", `stop recovery:${uid}:${id}`);

/** The fragment of the mail that tells of a wait. */
export const stopRecoveryLinkOf = (keys: Keys, uid: Uid, id: string): string =>
  stopRecoveryFragment(uid, id, stopToken(keys, uid, id));

/** Whether it is that link's token. */
export const isStopRecoveryToken = (keys: Keys, uid: Uid, id: string, token: string): boolean =>
  isSame(Buffer.from(token), Buffer.from(stopToken(keys, uid, id)));
