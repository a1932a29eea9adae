import type { CodeMail } from "@tribe/domain/words";
import type { MailMessage } from "./port.ts";
import { codeHtml } from "./templates/code.tsx";

/** Renders a mail with a code, in plain text and HTML. */
export const codeMail = (to: string, mail: CodeMail): MailMessage => ({
  to,
  subject: mail.subject,
  text: [mail.intro, "", mail.code, "", ...mail.notes].join("\n"),
  html: codeHtml(mail),
});
