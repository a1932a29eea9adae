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
