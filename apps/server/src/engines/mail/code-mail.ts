import type { CodeMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";

/** Lays a mail with a code out, in plain text and HTML. */
export const codeMail = (to: string, { subject, intro, code, notes }: CodeMail): MailMessage => ({
  to,
  subject,
  text: [intro, "", code, "", ...notes].join("\n"),
  html: [
    `<p>${intro}</p>`,
    `<p style="font-size:28px;letter-spacing:6px;font-weight:700">${code}</p>`,
    `<p>${notes.join("<br>\n")}</p>`,
  ].join("\n"),
});
