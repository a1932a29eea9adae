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
    /** Stops a wait of a wallet, at its person's request in the app. */
    "wallet.stopWait": { readonly uid: Uid; readonly id: string };
  }
}

/** How long a mail about a wait is useful: as long as the wait lasts. */
export const waitNoticeSeconds = walletWaits.keySeconds;
/** The same for a mail about another browser. */
export const newDeviceNoticeSeconds = 86_400;
/** The same for a change with a longer wait. */
export const changeNoticeSeconds = walletWaits.changeSeconds;

/** The waits that have not expired. */
export const waitsOf = (record: WalletRecord, now: number): readonly KeyWait[] =>
  record.waits?.filter(({ expiresAt }) => expiresAt > now) ?? [];

const isSameAsk = (wait: KeyWait, { kind, devicePublicKey }: Pick<KeyWait, "kind" | "devicePublicKey">): boolean =>
  wait.kind === kind && wait.devicePublicKey === devicePublicKey;

/**
 * The record with a device's wait for the key. One that it has already stays as it is, so that asking again makes it neither
 * longer nor shorter. For an empty wallet the wait is over at once.
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

/** @throws ApiError `wait_not_over` when the device did not ask, or its wait has not ended yet or has expired */
export const checkWait = (
  record: WalletRecord,
  asked: Pick<KeyWait, "kind" | "devicePublicKey">,
  now: number,
): void => {
  const wait = waitsOf(record, now).find((each) => isSameAsk(each, asked));
  if (!wait || wait.readyAt > now) throw new ApiError("wait_not_over");
};

/**
 * Stops a wait; does nothing when it has expired or is unknown. The caller calls `keepCommitted` after the commit.
 * @returns the changed record
 */
export const removeWait = async (
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

/** Runs in the process with the wallets' keys, at the request of the app's pages. */
export const stopWaitJob = defineJob({
  name: "wallet.stopWait",
  handler:
    (ctx: AppContext) =>
    async ({ uid, id }) => {
      const record = await ctx.db.transaction((tx) => removeWait(ctx, tx, uid, id));
      if (record) await ctx.walletStore.keep(uid, record.version);
    },
});
