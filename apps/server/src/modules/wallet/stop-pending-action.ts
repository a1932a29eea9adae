import type { Uid } from "@tribe/contract";
import { waitStoppedMailText } from "@tribe/domain/words";
import type { AppContext, ReadingContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { noticeMail } from "../../engines/mail/link-mail.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import { waitNoticeSeconds } from "./notice-lifetimes.ts";
import { type PendingAction, withoutAction } from "./rules/pending-actions.ts";
import type { WalletRecord } from "./rules/record.ts";
import { recoveryEmailOf } from "./rules/recovery-email.ts";
import { lockAccount } from "./store/lock-account.ts";
import { readRecord, writeRecord } from "./store/records.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Stops a wait of a wallet, at its person's request in the app. */
    "wallet.stopWait": { readonly uid: Uid; readonly id: string };
  }
}

/**
 * Stops a pending action; does nothing when it is unknown. The caller calls `keepCommitted` after the commit.
 * @returns the changed record
 */
export const stopPendingAction = async (
  ctx: Pick<ReadingContext, "keys" | "walletStore" | "log" | "jobs" | "now" | "config">,
  tx: Executor,
  uid: Uid,
  id: string,
): Promise<WalletRecord | null> => {
  await lockAccount(tx, uid);
  const record = await readRecord(ctx, tx, uid);
  const now = ctx.now();
  const change = record && withoutAction(record, id, now);
  if (!change) return null;
  await writeRecord(ctx.keys, tx, change.record);
  const text = waitStoppedMailText(mailNameOf(change.stopped));
  for (const to of addressesToNotify(record, change.stopped, now))
    await queueMail(ctx, tx, noticeMail(to, text), waitNoticeSeconds);
  return change.record;
};

/** How the mail names what was stopped. */
const mailNameOf = (stopped: PendingAction): Parameters<typeof waitStoppedMailText>[0] =>
  stopped.kind === "key" && stopped.wait.kind === "move" ? "move" : stopped.kind;

/** The owner's address, and the new one of a change that was confirmed there. */
const addressesToNotify = (record: WalletRecord, stopped: PendingAction, now: number): readonly string[] => {
  const own = recoveryEmailOf(record, now);
  return stopped.kind === "email" && stopped.wait.from !== null ? [own, stopped.wait.email] : [own];
};

/** Runs in the process with the wallets' keys, at the request of the app's pages. */
export const stopWaitJob = defineJob({
  name: "wallet.stopWait",
  handler:
    (ctx: AppContext) =>
    async ({ uid, id }) => {
      const record = await ctx.db.transaction((tx) => stopPendingAction(ctx, tx, uid, id));
      if (record) await ctx.walletStore.keep(uid, record.version);
    },
});
