import { mailCode } from "@tribe/contract";
import { type CodeMail, minuteInUtc, type NoticeMail } from "./mail-parts.ts";

const minutes = mailCode.lifetimeSeconds / 60;

/** The mail with a sign-in code. */
export const signInMailText = (code: string): CodeMail => ({
  subject: `${code} is your Tribe code`,
  intro: "Your code to sign in to Tribe:",
  code,
  notes: [
    `It works once, for ${minutes} minutes. Nobody from Tribe will ever ask you for it.`,
    "If you did not ask for it, ignore this mail.",
  ],
});

/** The mail with the code that deletes an account. */
export const deletionMailText = (code: string): CodeMail => ({
  subject: `${code} deletes your Tribe account`,
  intro: "Somebody who is signed in as you asks to delete your Tribe account, for good. The code for it:",
  code,
  notes: [
    `It works once, for ${minutes} minutes. The wallet can't be opened afterwards unless you saved its key.`,
    "If this was not you, do not use the code, and sign out of your other devices.",
  ],
});

/** The mail about a sign-in on a new device. @param at milliseconds since 1970 */
export const newSignInMailText = (of: {
  readonly device: string;
  readonly network: string;
  readonly at: number;
  readonly securityUrl: string;
}): NoticeMail => ({
  subject: "New sign-in to your Tribe account",
  lines: [
    `You signed in to Tribe with ${of.device} (network: ${of.network}) on ${minuteInUtc.format(of.at)} UTC.`,
    "If this was you, there is nothing to do. If it was not, end that session now, and change your mailbox's password: who reads your mail can sign in.",
  ],
  action: { label: "See where you're signed in", url: of.securityUrl },
});

/** Sent when a Google account is linked to a person's account. */
export const googleLinkedMailText = (of: { readonly securityUrl: string }): NoticeMail => ({
  subject: "Google can sign in to your Tribe account",
  lines: [
    "A Google account with this e-mail address signs in to your Tribe account from now on, as the code from your mailbox allowed.",
    "If it wasn't you, somebody can read your e-mail: secure it first. Then end the sessions that aren't yours.",
  ],
  action: { label: "See where you're signed in", url: of.securityUrl },
});

/** Sent to an operator when reports are waiting. It quotes nothing of them. @param reason the contract's */
export const reportMailText = (reason: string): NoticeMail => ({
  subject: "A report waits in Tribe",
  lines: [
    `Somebody reported a message. Their reason: ${reason}.`,
    "Read it with what was said around it, and decide: npm run operator -- reports",
    "Until no report waits, further ones bring no mail.",
  ],
});
