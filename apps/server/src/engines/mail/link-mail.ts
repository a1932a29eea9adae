import type { LinkMail, NoticeMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";

/** Lays a mail with a link out, in plain text and HTML. @param link an address of our own, without quotes or brackets. */
export const linkMail = (to: string, { subject, intro, link, action, notes }: LinkMail): MailMessage => ({
  to,
  subject,
  text: [intro, "", link, "", ...notes].join("\n"),
  html: [`<p>${intro}</p>`, `<p><a href="${link}">${action}</a></p>`, `<p>${notes.join("<br>\n")}</p>`].join("\n"),
});

/** Lays a mail out that only tells. The address that it names is one of our own, without quotes or brackets. */
export const noticeMail = (to: string, { subject, lines, action }: NoticeMail): MailMessage => ({
  to,
  subject,
  text: [...lines, ...(action ? [`${action.label}: ${action.url}`] : [])].join("\n\n"),
  html: [
    ...lines.map((line) => `<p>${line}</p>`),
    ...(action ? [`<p><a href="${action.url}">${action.label}</a></p>`] : []),
  ].join("\n"),
});
