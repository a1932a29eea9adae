import type { NotificationMail } from "@tribe/domain/words";
import type { AppContext } from "../../../context/context.ts";
import { notificationMail } from "../../../engines/mail/notification-mail.ts";
import { messageIdOf } from "../../../engines/mail/port.ts";
import { type MailKey, storeMailOutcome } from "../store/mail-outcomes.ts";
import { oneClickPath } from "./register-unsubscribe.ts";
import { type Unsubscription, unsubscribeToken } from "./unsubscribe-link.ts";

/**
 * Gives a mail to the mail server and stores that at once. A process that is killed in between sends it again, with the same
 * Message-ID.
 * @param name of the mail, unique for its subject @param stops what its link stops
 */
export const sendNotificationMail = async (
  ctx: AppContext,
  to: string,
  { key, name, stops, mail }: { key: MailKey; name: string; stops: Unsubscription; mail: NotificationMail },
): Promise<void> => {
  const { appUrl, mailFrom } = ctx.config;
  const query = `?token=${unsubscribeToken(ctx, stops)}`;
  const links = {
    appUrl,
    stopUrl: `${appUrl}/unsubscribe${query}`,
    oneClickUrl: `${appUrl}${oneClickPath}${query}`,
    messageId: messageIdOf(name, mailFrom),
  };
  await ctx.mail.send(notificationMail(to, mail, links));
  await storeMailOutcome(ctx.db, key, "sent", new Date(ctx.now()));
};
