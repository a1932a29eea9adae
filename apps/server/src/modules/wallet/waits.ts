import { ApiError, type Base64, type Uid, walletWaits } from "@tribe/contract";
import { waitStoppedMailText } from "@tribe/domain/words";
import type { AppContext, ReadingContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { noticeMail } from "../../engines/mail/link-mail.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import { randomText } from "../../secrets.ts";
import { lockAccount } from "./lock-account.ts";
import { type KeyWait, readRecord, type WalletRecord, writeRecord } from "./record.ts";
import { recoveryEmailOf, waitingEmail, withoutEmailChange } from "./recovery-email.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Stops what a wallet waits for, as its person asked in the app. */
    "wallet.stopWait": { readonly uid: Uid; readonly id: string };
  }
}

/** A mail that tells of a wait is of use for as long as that lasts. */
export const waitNoticeSeconds = walletWaits.keySeconds;
/** The same of a mail that tells of another browser. */
export const newDeviceNoticeSeconds = 86_400;
/** The same of a change that waits longer. */
export const changeNoticeSeconds = walletWaits.changeSeconds;

/** Those that are not over. */
export const waitsOf = (record: WalletRecord, now: number): readonly KeyWait[] =>
  record.waits?.filter(({ expiresAt }) => expiresAt > now) ?? [];

const isSameAsk = (wait: KeyWait, { kind, devicePublicKey }: Pick<KeyWait, "kind" | "devicePublicKey">): boolean =>
  wait.kind === kind && wait.devicePublicKey === devicePublicKey;

/**
 * The record with a device's wait for the key; one that it has is kept, so that asking again delays nothing. An empty wallet has
 * nothing to wait for.
 */
export const withWait = (
  record: WalletRecord,
  asked: { readonly kind: KeyWait["kind"]; readonly devicePublicKey: Base64; readonly isEmpty: boolean },
  now: number,
): { readonly record: WalletRecord; readonly wait: KeyWait; readonly isNew: boolean } => {
  const { kind, devicePublicKey, isEmpty } = asked;
  const standing = waitsOf(record, now);
  const found = standing.find((wait) => isSameAsk(wait, asked));
  if (found && !(isEmpty && found.readyAt > now)) return { record, wait: found, isNew: false };
  const readyAt = isEmpty ? now : now + walletWaits.keySeconds * 1_000;
  const expiresAt = readyAt + walletWaits.keyTakenWithinSeconds * 1_000;
  const wait = { id: randomText(16), kind, askedAt: now, readyAt, expiresAt, devicePublicKey };
  const waits = [...standing.filter((other) => other !== found), wait];
  return { record: { ...record, version: record.version + 1, waits }, wait, isNew: true };
};

/** @throws ApiError `wait_not_over` where the device did not ask, or not long enough ago, or too long ago. */
export const checkWait = (
  record: WalletRecord,
  asked: Pick<KeyWait, "kind" | "devicePublicKey">,
  now: number,
): void => {
  const wait = waitsOf(record, now).find((each) => isSameAsk(each, asked));
  if (!wait || wait.readyAt > now) throw new ApiError("wait_not_over");
};

/**
 * Stops a wait; one that is over or unknown stops nothing. Whoever calls keeps the record's version once it is committed.
 * @returns the changed record
 */
export const dropWait = async (
  ctx: Pick<ReadingContext, "keys" | "walletStore" | "log" | "jobs" | "now" | "config">,
  tx: Executor,
  uid: Uid,
  id: string,
): Promise<WalletRecord | null> => {
  await lockAccount(tx, uid);
  const record = await readRecord(ctx, tx, uid);
  if (!record) return null;
  const { waits = [], sends = [], recoveries = [] } = record;
  const isIt = (wait: { readonly id: string }): boolean => wait.id === id;
  const now = ctx.now();
  const change = waitingEmail(record, now);
  const wait = waits.find(isIt);
  const what = wait
    ? wait.kind === "move"
      ? "move"
      : "key"
    : sends.some(isIt)
      ? "send"
      : recoveries.some(isIt)
        ? "recovery"
        : change && isIt(change)
          ? "email"
          : null;
  if (what === null) return null;
  const next: WalletRecord = {
    ...(what === "email" ? withoutEmailChange(record, now) : record),
    version: record.version + 1,
    waits: waits.filter((wait) => !isIt(wait)),
    sends: sends.filter((wait) => !isIt(wait)),
    recoveries: recoveries.filter((wait) => !isIt(wait)),
  };
  await writeRecord(ctx.keys, tx, next);
  const told = [
    recoveryEmailOf(record, now),
    ...(what === "email" && change && change.from !== null ? [change.email] : []),
  ];
  for (const to of told) await queueMail(ctx, tx, noticeMail(to, waitStoppedMailText(what)), waitNoticeSeconds);
  return next;
};

/** Runs where the wallets' keys are: the app's pages stop a wait by it. */
export const stopWaitJob = defineJob({
  name: "wallet.stopWait",
  handler:
    (ctx: AppContext) =>
    async ({ uid, id }) => {
      const record = await ctx.db.transaction((tx) => dropWait(ctx, tx, uid, id));
      if (record) await ctx.walletStore.keep(uid, record.version);
    },
});
