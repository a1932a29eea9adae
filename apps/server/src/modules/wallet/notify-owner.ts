import type { Uid } from "@tribe/contract";
import type { NoticeMail, WalletNotice } from "@tribe/domain/words";
import type { ReadingContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { noticeMail } from "../../engines/mail/link-mail.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import type { WalletRecord } from "./rules/record.ts";
import { recoveryEmailOf } from "./rules/recovery-email.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** Something was requested for a wallet or changed in it; the owner is notified, whoever did it. */
    "wallet.told": { readonly uid: Uid; readonly what: WalletNotice };
  }
}

/**
 * Notifies a wallet's owner of what was requested or done: by mail to its recovery address, and in the app with a push to each
 * subscribed browser. No setting turns this off, and the owner is notified of their own actions as well, because somebody else
 * may have done it.
 * @param lifetimeSeconds how long the mail is useful
 */
export const notifyOwner = async (
  ctx: Pick<ReadingContext, "jobs" | "keys" | "now" | "config">,
  tx: Executor,
  record: WalletRecord,
  what: WalletNotice,
  { mail, lifetimeSeconds }: { readonly mail: NoticeMail; readonly lifetimeSeconds: number },
): Promise<void> => {
  await queueMail(ctx, tx, noticeMail(recoveryEmailOf(record, ctx.now()), mail), lifetimeSeconds);
  await writeEvent(tx, "wallet.told", { uid: record.uid, what });
};
