import type { Uid } from "@tribe/contract";
import type { NoticeMail, WalletNotice } from "@tribe/domain/words";
import type { ReadingContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { noticeMail } from "../../engines/mail/link-mail.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import type { WalletRecord } from "./record.ts";
import { recoveryEmailOf } from "./recovery-email.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** Somebody's wallet was asked for something, or changed: its owner is told, whoever it was. */
    "wallet.told": { readonly uid: Uid; readonly what: WalletNotice };
  }
}

/**
 * Tells a wallet's owner what is asked of it, or was done: by mail to its recovery address, and in the app with a push to each browser
 * that takes them. No switch keeps it from them, and who did it themselves is told as well: it may not have been they.
 * @param lifetimeSeconds for so long the mail is of use
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
