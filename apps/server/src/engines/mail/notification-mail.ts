import type { MailSection, NotificationMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";
import { notificationHtml } from "./templates/notification.tsx";

/** Links of a notification mail. */
export interface MailLinks {
  /** Origin of the app. */
  readonly appUrl: string;
  /** The page that asks whether to stop mails of this kind. */
  readonly stopUrl: string;
  /** The URL to which mail programs post for their own unsubscribe button (RFC 8058). */
  readonly oneClickUrl: string;
  /** In angle brackets; the same for a repeated mail. */
  readonly messageId: string;
}

/** Renders a mail that people can switch off, in plain text and HTML. */
export const notificationMail = (to: string, mail: NotificationMail, links: MailLinks): MailMessage => {
  const { appUrl, stopUrl, oneClickUrl, messageId } = links;
  const { subject, lines, sections, action, why } = mail;
  const settingsUrl = `${appUrl}/notifications/settings`;
  return {
    to,
    subject,
    messageId,
    headers: {
      "List-Unsubscribe": `<${oneClickUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // Prevents automatic replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
    },
    text: [
      ...lines,
      ...sections.map((section) => textOf(section, appUrl)),
      `${action.label}: ${appUrl}${action.route}`,
      `${why}\nStop these mails: ${stopUrl}\nAll settings: ${settingsUrl}`,
    ].join("\n\n"),
    html: notificationHtml(mail, { appUrl, stopUrl, settingsUrl }),
  };
};

const textOf = ({ title, rows, more }: MailSection, appUrl: string): string =>
  [
    title.toUpperCase(),
    ...rows.map((row) => `- ${row.title}: ${row.body}\n  ${appUrl}${row.route}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
