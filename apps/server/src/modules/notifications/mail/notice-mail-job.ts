import type { Notice, NotificationSettings, Uid } from "@tribe/contract";
import { decideMail, type MailDecision, noticeWays } from "@tribe/domain/notifications";
import { noticeMailText } from "@tribe/domain/words";
import { and, desc, eq } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { people } from "../../identity/schema.ts";
import { type NoticeRow, presentNotices } from "../present.ts";
import { noticeMails, notices } from "../schema.ts";
import { settingsOf } from "../settings.ts";
import { hasMailOutcome, recordMailOutcome, sendNotificationMail } from "./send-mail.ts";
import { mailStopOf } from "./stops.ts";

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
      const [row] = await db
        .select()
        .from(notices)
        .where(and(eq(notices.uid, uid), eq(notices.key, key)));
      const email = await emailOf(db, uid);
      // The notice was withdrawn, or the account was deleted.
      if (!row || email === null) return;
      const mailKey = { uid, key, version: row.version };
      if (await hasMailOutcome(ctx, mailKey)) return;
      const [notice] = await presentNotices(db, [row]);
      const decision = await decide(ctx, row, notice ?? null, email);
      const text = notice && noticeMailText(notice);
      if (decision.kind === "drop") return recordMailOutcome(ctx, mailKey, decision.why);
      if (text)
        await sendNotificationMail(ctx, email, { key: mailKey, name: `notice-${row.id}-${row.version}`, ...text });
    },
});

/** The address that a person's mails go to; null when the account was deleted. */
const emailOf = async (db: AppContext["db"], uid: Uid): Promise<string | null> => {
  const [person] = await db.select({ email: people.email }).from(people).where(eq(people.uid, uid));
  return person?.email ?? null;
};

const isWanted = ({ type }: NoticeRow, notice: Notice | null, settings: NotificationSettings): boolean =>
  noticeWays(
    {
      ...{ type, isOwnDoing: false, isChief: false, hasAccess: true, mode: "all" },
      isBlocked: notice?.type === "chat_booted" && notice.loss.code === "seat.blocked",
    },
    settings,
  ).mail;

const decide = async (
  { db, now }: AppContext,
  row: NoticeRow,
  notice: Notice | null,
  email: string,
): Promise<MailDecision> => {
  const { uid, key, type, at, readAt } = row;
  const [last] = await db
    .select({ endedAt: noticeMails.endedAt })
    .from(noticeMails)
    .where(and(eq(noticeMails.uid, uid), eq(noticeMails.key, key), eq(noticeMails.outcome, "sent")))
    .orderBy(desc(noticeMails.endedAt))
    .limit(1);
  return decideMail({
    type,
    now: now(),
    at: at.getTime(),
    isWanted: isWanted(row, notice, await settingsOf(db, uid)),
    isStale: notice === null || readAt !== null,
    isStopped: (await mailStopOf(db, email)) !== null,
    lastAt: last?.endedAt.getTime() ?? null,
  });
};
