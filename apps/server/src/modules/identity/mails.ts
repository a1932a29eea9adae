import { mailCode } from "@tribe/contract";
import type { MailMessage } from "../../engines/mail/port.ts";

const minutes = mailCode.lifetimeSeconds / 60;

/** The mail with a sign-in code. The code stands alone in a line, so that phones offer to fill it in. */
export const signInMail = (to: string, code: string): MailMessage => ({
  to,
  subject: `${code} is your Tribe code`,
  text: [
    "Your code to sign in to Tribe:",
    "",
    code,
    "",
    `It works once, for ${minutes} minutes. Nobody from Tribe will ever ask you for it.`,
    "If you did not ask for it, ignore this mail.",
  ].join("\n"),
  html: [
    "<p>Your code to sign in to Tribe:</p>",
    `<p style="font-size:28px;letter-spacing:6px;font-weight:700">${code}</p>`,
    `<p>It works once, for ${minutes} minutes. Nobody from Tribe will ever ask you for it.<br>`,
    "If you did not ask for it, ignore this mail.</p>",
  ].join("\n"),
});
