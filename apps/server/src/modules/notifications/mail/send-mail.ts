import type { MailKind, Uid } from "@tribe/contract";
import type { NotificationMail } from "@tribe/domain/words";
import { and, desc, eq } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { notificationMail } from "../../../engines/mail/notification-mail.ts";
import { messageIdOf } from "../../../engines/mail/port.ts";
import { noticeMails } from "../schema.ts";
import { oneClickPath } from "./register-unsubscribe.ts";
import { unsubscribeToken } from "./unsubscribe-link.ts";

/** Identifies a mail: the person, its subject, and the subject's version. */
export interface MailKey {
  readonly uid: Uid;
  readonly key: string;
  readonly version: number;
}

const ofKey = ({ uid, key, version }: MailKey) =>
  and(eq(noticeMails.uid, uid), eq(noticeMails.key, key), eq(noticeMails.version, version));

/** Whether the outcome of a mail is stored already. */
export const hasMailOutcome = async ({ db }: Pick<AppContext, "db">, key: MailKey): Promise<boolean> =>
  (await db.select({ uid: noticeMails.uid }).from(noticeMails).where(ofKey(key))).length > 0;

/** Stores the outcome of a mail. */
export const recordMailOutcome = async (
  { db, now }: Pick<AppContext, "db" | "now">,
  key: MailKey,
  outcome: (typeof noticeMails.$inferInsert)["outcome"],
): Promise<void> => {
  await db
    .insert(noticeMails)
    .values({ ...key, outcome, endedAt: new Date(now()) })
    .onConflictDoNothing();
};

/**
 * Gives a mail to the mail server and stores that at once. A process that is killed in between sends it again, with the same
 * Message-ID.
 * @param name of the mail, unique for its subject
 */
export const sendNotificationMail = async (
  ctx: AppContext,
  to: string,
  { key, name, kind, mail }: { key: MailKey; name: string; kind: MailKind; mail: NotificationMail },
): Promise<void> => {
  const { appUrl, mailFrom } = ctx.config;
  const query = `?token=${unsubscribeToken(ctx, { uid: key.uid, kind })}`;
  const links = {
    appUrl,
    stopUrl: `${appUrl}/unsubscribe${query}`,
    oneClickUrl: `${appUrl}${oneClickPath}${query}`,
    messageId: messageIdOf(name, mailFrom),
  };
  await ctx.mail.send(notificationMail(to, mail, links));
  await recordMailOutcome(ctx, key, "sent");
};

/** The outcome of a person's last mails, the newest first; for operators. */
export const mailsOf = (db: AppContext["db"], uid: Uid, limit: number) =>
  db.select().from(noticeMails).where(eq(noticeMails.uid, uid)).orderBy(desc(noticeMails.endedAt)).limit(limit);
