import { type RecoveryWayInfo, type Uid, walletWaits } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { isEmpty } from "./moves/holds-nothing.ts";
import { type PasskeyWay, type RecoveryWay, type WalletRecord, type WayTimes, writeRecord } from "./record.ts";
import { walletRecoveries, walletSharings } from "./schema.ts";

/** So many tried ways end the mailed link. */
const waysWithoutMail = 2;

/** Whether a way opens the wallet at this moment. */
export const isInForce = ({ from, until }: WayTimes, now: number): boolean =>
  from <= now && (until === undefined || now < until);

const isTried = (way: WayTimes): boolean => way.triedAt !== null;

/** Whether a mailed link brings the wallet back: until two ways that were tried count, and never again from then on. */
export const isMailOpen = (record: WalletRecord, now: number): boolean =>
  record.mailEndedAt === undefined && triedWays(record, now, () => true) < waysWithoutMail;

/** How many tried ways count, a recovery kit as one, of the passkeys those that are meant. */
const triedWays = ({ ways = [], kit }: WalletRecord, now: number, isMeant: (way: RecoveryWay) => boolean): number =>
  ways.filter((way) => isTried(way) && isInForce(way, now) && isMeant(way)).length + (kit ? 1 : 0);

/** Whether a way may end: while no mail brings the wallet back, two tried ones stay. */
export const mayEnd = (record: WalletRecord, id: string, now: number): boolean => {
  if (isMailOpen(record, now)) return true;
  return triedWays(record, now, (way) => way.id !== id && way.until === undefined) >= waysWithoutMail;
};

/** The way of this kind and id, if the record names one that is not over. */
export const passkeyWay = ({ ways = [] }: WalletRecord, id: string, now: number): PasskeyWay | null =>
  ways.find((way) => way.id === id && (way.until === undefined || now < way.until)) ?? null;

/** A way as its person sees it. */
export const wayInfo = ({ kind, id, name, addedAt, from, triedAt, until }: RecoveryWay): RecoveryWayInfo => ({
  ...{ kind, id, name, addedAt, from, triedAt },
  until: until ?? null,
});

/** The ways that a person is shown: those that are not over. */
export const shownWays = ({ ways = [] }: WalletRecord, now: number): RecoveryWayInfo[] =>
  ways.filter(({ until }) => until === undefined || now < until).map(wayInfo);

/**
 * For how long a change of the ways waits, ms: for 72 hours, in which whoever the mail reaches can stop it; not at all while the
 * wallet holds nothing that could be taken.
 */
export const changeWait = async ({ chain }: Pick<AppContext, "chain">, record: WalletRecord): Promise<number> =>
  (await isEmpty(chain, record)) ? 0 : 1_000 * walletWaits.changeSeconds;

/**
 * Ends the mail where two tried ways count: the shares that it opens are deleted, and what was asked by mail with them.
 * @returns the record as it is then; whoever calls keeps its version once it is committed
 */
export const settleMail = async (
  { keys, now }: Pick<AppContext, "keys" | "now">,
  tx: Executor,
  record: WalletRecord,
): Promise<WalletRecord> => {
  if (record.mailEndedAt !== undefined || isMailOpen(record, now())) return record;
  const { recoveries: _, ...rest } = record;
  const ended: WalletRecord = { ...rest, version: record.version + 1, mailEndedAt: now() };
  await writeRecord(keys, tx, ended);
  await dropMailShares(tx, record.uid);
  return ended;
};

const dropMailShares = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.update(walletSharings).set({ recoveryShare: null }).where(eq(walletSharings.uid, uid));
  await tx.delete(walletRecoveries).where(eq(walletRecoveries.uid, uid));
};
