import type { LinkMail, NoticeMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";
import { linkHtml, noticeHtml } from "./templates/link.tsx";

/** Renders a mail with a link, in plain text and HTML. */
export const linkMail = (to: string, mail: LinkMail): MailMessage => ({
  to,
  subject: mail.subject,
  text: [mail.intro, "", mail.link, "", ...mail.notes].join("\n"),
  html: linkHtml(mail),
});

/** Renders a mail that only informs. */
export const noticeMail = (to: string, mail: NoticeMail): MailMessage => ({
  to,
  subject: mail.subject,
  text: [...mail.lines, ...(mail.action ? [`${mail.action.label}: ${mail.action.url}`] : [])].join("\n\n"),
  html: noticeHtml(mail),
});
