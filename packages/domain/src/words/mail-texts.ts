import { mailCode } from "@tribe/contract";

/** A mail with a code, in parts: the code stands alone in a line, so that phones offer to fill it in. */
export interface CodeMail {
  readonly subject: string;
  readonly intro: string;
  readonly code: string;
  /** What the code can do, and what to do if it was not asked for; each in a line of its own. */
  readonly notes: readonly string[];
}

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

/** The mail with a recovery code. It says plainly what the code can do. */
export const recoveryMailText = (code: string): CodeMail => ({
  subject: `${code} recovers your Tribe wallet`,
  intro: "Somebody who is signed in as you asks to use your wallet on a new device. The code for it:",
  code,
  notes: [
    `It works once, for ${minutes} minutes. Whoever has it can use your wallet: give it to nobody.`,
    "If this was not you, do not use the code, and sign out of your other devices.",
  ],
});

/** The mail with the code that ends an account. */
export const deletionMailText = (code: string): CodeMail => ({
  subject: `${code} deletes your Tribe account`,
  intro: "Somebody who is signed in as you asks to delete your Tribe account, for good. The code for it:",
  code,
  notes: [
    `It works once, for ${minutes} minutes. The wallet can't be opened afterwards unless you saved its key.`,
    "If this was not you, do not use the code, and sign out of your other devices.",
  ],
});

/** A mail that tells of something, and where to look. */
export interface NoticeMail {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
}

const minuteInUtc = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The mail that tells a person of a sign-in on a device that is new to them. @param at milliseconds since 1970 */
export const newDeviceMailText = (of: {
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
