import type { MailKind, Notice, Uid } from "@tribe/contract";
import { noticeMailText } from "@tribe/domain/words";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { presentNotices } from "../present.ts";
import { decideNoticeMail } from "../rules/notice-mail.ts";
import { hasMailOutcome, lastMailedAt, storeMailOutcome } from "../store/mail-outcomes.ts";
import { mailStopOf } from "../store/mail-stops.ts";
import { findNotice } from "../store/notices.ts";
import { findRecipient } from "../store/recipient.ts";
import { settingsOf } from "../store/settings.ts";
import { sendNotificationMail } from "./send-mail.ts";
import type { Unsubscription } from "./unsubscribe-link.ts";

/**
 * Mails one notice to one person. Everything is checked again when the job runs, so that what was read, withdrawn or switched off
 * since is not sent.
 */
export const noticeMailJob = defineJob({
  name: "notifications.mail",
  handler:
    (ctx) =>
    async ({ uid, key }) => {
      const { db } = ctx;
      const row = await findNotice(db, { uid, key });
      const recipient = await findRecipient(db, uid);
      // The notice was withdrawn, or the account was deleted.
      if (!row || !recipient) return;
      const { email } = recipient;
      const mailKey = { uid, key, version: row.version };
      if (await hasMailOutcome(db, mailKey)) return;
      const [notice = null] = await presentNotices(db, [row]);
      const lastAt = await lastMailedAt(db, row);
      const settings = await settingsOf(db, uid);
      const isStopped = (await mailStopOf(db, email)) !== null;
      const decision = decideNoticeMail({ row, notice, settings, isStopped, lastAt }, ctx.now());
      if (decision.kind === "drop") return storeMailOutcome(db, mailKey, decision.why, new Date(ctx.now()));
      const text = notice && noticeMailText(notice);
      const stops = notice && text && stoppedBy(uid, text.kind, notice);
      if (text && stops)
        await sendNotificationMail(ctx, email, {
          key: mailKey,
          name: `notice-${row.id}-${row.version}`,
          stops,
          mail: text.mail,
        });
    },
});

/** What the link of a notice's mail stops; null where it stops nothing. */
const stoppedBy = (uid: Uid, kind: MailKind, notice: Notice): Unsubscription | null => {
  if (kind !== "seatAlarm") return { uid, kind };
  return "mint" in notice ? { uid, kind, mint: notice.mint } : null;
};
