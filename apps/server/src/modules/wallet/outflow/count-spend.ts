import { ApiError, type Base64, type Spend, type Uid } from "@tribe/contract";
import { type BookedMessage, countOutflow } from "@tribe/domain/outflow";
import { firstSendMailText } from "@tribe/domain/words";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { noticeMail } from "../../../engines/mail/link-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { outflowBookOf, withOutflowBook } from "../rules/outflow-book.ts";
import type { WalletRecord } from "../rules/record.ts";
import { recoveryEmailOf } from "../rules/recovery-email.ts";
import { sendWaitsOf } from "../rules/send-waits.ts";
import { lockAccount } from "../store/lock-account.ts";
import { writeRecord } from "../store/records.ts";

/** How long a mail about a send is useful. */
const firstSendSeconds = 86_400;

/**
 * Counts a spend in the wallet's record, in the caller's transaction: only then the device gets the share that signs it. The
 * same subject is counted once, so that an answer that got lost costs nothing. A first send to somebody is mailed.
 * @returns the record to keep after the commit
 * @throws ApiError `allowance_over` when it needs a passkey or a wait that it doesn't have; `device_unknown`
 */
export const countSpend = async (
  ctx: Pick<AppContext, "keys" | "walletStore" | "log" | "jobs" | "now" | "config">,
  tx: Executor,
  {
    uid,
    spend,
    devicePublicKey,
    tokensWorth,
    booked,
  }: {
    readonly uid: Uid;
    readonly spend: Spend;
    readonly devicePublicKey: Base64;
    /** In lamports; null if unknown. */
    readonly tokensWorth: bigint | null;
    /** Where the chain was before the message is signed; null if nothing can be given back. */
    readonly booked: BookedMessage | null;
  },
): Promise<WalletRecord> => {
  await lockAccount(tx, uid);
  const record = await recordOfDevice(ctx, tx, uid, devicePublicKey);
  const now = ctx.now();
  const standing = sendWaitsOf(record, now);
  const waits = standing.filter((wait) => wait.devicePublicKey === devicePublicKey);
  const counted = countOutflow(outflowBookOf(record), spend, { now, waits, tokensWorth }, booked);
  if (!counted) throw new ApiError("allowance_over");
  const { book, used, isFirst } = counted;
  const sends = standing.flatMap((wait) => (wait.id === used?.wait.id ? (used.left ?? []) : wait));
  const next = withOutflowBook({ ...record, sends }, book);
  await writeRecord(ctx.keys, tx, next);
  if (isFirst && spend.outflow.kind === "transfer") {
    const mail = firstSendMailText({ ...spend.outflow, securityUrl: `${ctx.config.appUrl}/you/security` });
    await queueMail(ctx, tx, noticeMail(recoveryEmailOf(record, now), mail), firstSendSeconds);
  }
  return next;
};
