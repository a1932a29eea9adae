import type { NoticeMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Lays a mail that tells of something out, in plain text and HTML. */
export const noticeMail = (to: string, { subject, lines, action }: NoticeMail): MailMessage => ({
  to,
  subject,
  text: [...lines, "", `${action.label}: ${action.url}`].join("\n"),
  html: [
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    `<p><a href="${escaped(action.url)}">${escaped(action.label)}</a></p>`,
  ].join("\n"),
});
