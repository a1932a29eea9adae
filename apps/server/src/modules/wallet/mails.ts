import { mailCode } from "@tribe/contract";
import type { MailMessage } from "../../engines/mail/port.ts";

const minutes = mailCode.lifetimeSeconds / 60;

/** The mail with a recovery code. It says plainly what the code can do. */
export const recoveryMail = (to: string, code: string): MailMessage => ({
  to,
  subject: `${code} recovers your Tribe wallet`,
  text: [
    "Somebody who is signed in as you asks to use your wallet on a new device. The code for it:",
    "",
    code,
    "",
    `It works once, for ${minutes} minutes. Whoever has it can use your wallet: give it to nobody.`,
    "If this was not you, do not use the code, and sign out of your other devices.",
  ].join("\n"),
  html: [
    "<p>Somebody who is signed in as you asks to use your wallet on a new device. The code for it:</p>",
    `<p style="font-size:28px;letter-spacing:6px;font-weight:700">${code}</p>`,
    `<p>It works once, for ${minutes} minutes. Whoever has it can use your wallet: give it to nobody.<br>`,
    "If this was not you, do not use the code, and sign out of your other devices.</p>",
  ].join("\n"),
});
