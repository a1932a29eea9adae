import { recoveryLink, walletWaits } from "@tribe/contract";
import type { LinkMail } from "./mail-parts.ts";

const changeHours = walletWaits.changeSeconds / 3_600;

/** The mail that recovers a wallet in another browser. It says plainly what the link does. */
export const recoveryMailText = (link: string): LinkMail => ({
  subject: "Use your Tribe wallet in another browser",
  intro:
    "Somebody who is signed in as you asks to use your wallet in another browser. If it's you, open this link in that browser:",
  link,
  action: "Open in the browser that asked",
  notes: [
    `It works once, for ${recoveryLink.lifetimeSeconds / 60} minutes, in the browser that asked and in no other. Nobody from Tribe will ever ask you for it.`,
    "If it isn't you, open the link, press 'It wasn't me', and sign out of your other devices.",
  ],
});

/** The mail whose link opens the wallet's own page in the requesting browser. */
export const proofMailText = (link: string): LinkMail => ({
  subject: "Open your Tribe wallet's own page",
  intro:
    "Somebody who is signed in as you asks for your wallet's own page, where its key can be saved. If it's you, open this link in that browser:",
  link,
  action: "Open in the browser that asked",
  notes: [
    `It works once, for ${recoveryLink.lifetimeSeconds / 60} minutes, in the browser that asked and in no other. Nobody from Tribe will ever ask you for it.`,
    "If it isn't you, don't open it, and sign out of your other devices.",
  ],
});

/** The mail to a new recovery address: its link proves that its mails are read. */
export const newEmailMailText = (link: string): LinkMail => ({
  subject: "Use this address for your Tribe wallet",
  intro:
    "Somebody asks that this address brings a Tribe wallet back in the place of another one. If it's you, open this link in the browser where you asked:",
  link,
  action: "Open in the browser that asked",
  notes: [
    `It works once, for ${recoveryLink.lifetimeSeconds / 60} minutes, in the browser that asked and in no other. After that it takes ${changeHours} hours until this address counts.`,
    "If it isn't you, ignore this mail: nothing happens.",
  ],
});
