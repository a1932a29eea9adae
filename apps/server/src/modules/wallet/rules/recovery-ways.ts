import type { RecoveryWayInfo } from "@tribe/contract";
import type { PasskeyWay, RecoveryWay, WalletRecord, WayTimes } from "./record.ts";

/** When so many other ways were tested, the mailed link ends. */
const waysWithoutMail = 2;

/** Whether a way can be used now. */
export const isInForce = ({ from, until }: WayTimes, now: number): boolean =>
  from <= now && (until === undefined || now < until);

const isTried = (way: WayTimes): boolean => way.triedAt !== null;

/** Whether a mailed link recovers the wallet: until two tested ways are in force, and never again after that. */
export const canRecoverByMail = (record: WalletRecord, now: number): boolean =>
  record.mailEndedAt === undefined && triedWays(record, now, () => true) < waysWithoutMail;

/** How many tested ways are in force: a recovery kit, if there is one, and the passkeys that `isMeant` selects. */
const triedWays = ({ ways = [], kit }: WalletRecord, now: number, isMeant: (way: RecoveryWay) => boolean): number =>
  ways.filter((way) => isTried(way) && isInForce(way, now) && isMeant(way)).length + (kit ? 1 : 0);

/** Whether a way may be removed: when no mail recovers the wallet, two tested ones must remain. */
export const mayEnd = (record: WalletRecord, id: string, now: number): boolean => {
  if (canRecoverByMail(record, now)) return true;
  return triedWays(record, now, (way) => way.id !== id && way.until === undefined) >= waysWithoutMail;
};

/** The passkey with this id, if it is in the record and was not removed. */
export const passkeyWay = ({ ways = [] }: WalletRecord, id: string, now: number): PasskeyWay | null =>
  ways.find((way) => way.id === id && (way.until === undefined || now < way.until)) ?? null;

/** The ids of the passkeys that may approve something now. */
export const passkeysInForce = ({ ways = [] }: WalletRecord, now: number): string[] =>
  ways.filter((way) => way.kind === "passkey" && isTried(way) && isInForce(way, now)).map(({ id }) => id);

/** A way as its owner sees it. */
export const wayInfo = ({ kind, id, name, addedAt, from, triedAt, until }: RecoveryWay): RecoveryWayInfo => ({
  ...{ kind, id, name, addedAt, from, triedAt },
  until: until ?? null,
});

/** The ways that are shown to the owner: all that were not removed. */
export const wayInfos = ({ ways = [] }: WalletRecord, now: number): RecoveryWayInfo[] =>
  ways.filter(({ until }) => until === undefined || now < until).map(wayInfo);
