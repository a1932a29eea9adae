import { ApiError, routes } from "@tribe/contract";
import { emailChangesMailText, emailTakesOverMailText } from "@tribe/domain/words";
import { noticeMail } from "../../../engines/mail/link-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { saga } from "../../../http/implement.ts";
import { completeByLink } from "../mailed-links.ts";
import { changeNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { emailChangeInfo, stopLinkOf, withConfirmedEmail } from "../rules/recovery-email.ts";
import { readRecord, writeRecord } from "../store/records.ts";

/**
 * Begins the 72 hours of a new recovery address, by the link that was mailed to it. Until they end, the former address can stop
 * it.
 */
export const confirmEmail = saga(routes.wallet.confirmEmail, async ({ ctx, commit, body }) => {
  const { record, change } = await commit(async (tx) => {
    const { id, uid, sessionId, deviceId } = await completeByLink(ctx, tx, "email", body);
    const session = await ctx.ports.callers.session(sessionId);
    if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
    const found = await readRecord(ctx, tx, uid);
    const next = found && withConfirmedEmail(found, id, ctx.now());
    const shown = next && emailChangeInfo(next, ctx.now());
    if (!shown || shown.from === null) throw new ApiError("recovery_link_invalid");
    await writeRecord(ctx.keys, tx, next);
    const { email, from } = shown;
    const stopUrl = `${ctx.config.signerUrl}/${stopLinkOf(ctx.keys, uid, id)}`;
    const told = emailChangesMailText({ email, from, stopUrl });
    await notifyOwner(ctx, tx, next, "emailChanges", { mail: told, lifetimeSeconds: changeNoticeSeconds });
    await queueMail(ctx, tx, noticeMail(email, emailTakesOverMailText({ from })), changeNoticeSeconds);
    return { record: next, change: shown };
  });
  await ctx.walletStore.keep(record.uid, record.version);
  return change;
});
