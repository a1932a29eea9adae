import { mailCode, recoveryLink, walletWaits } from "@tribe/contract";
import { formatExact } from "../money/amounts.ts";

/** A mail with a code, in parts: the code is alone in a line, so that phones offer to fill it in. */
export interface CodeMail {
  readonly subject: string;
  readonly intro: string;
  readonly code: string;
  /** What the code does, and what to do if it was not requested; one line each. */
  readonly notes: readonly string[];
}

const minutes = mailCode.lifetimeSeconds / 60;
const changeHours = walletWaits.changeSeconds / 3_600;

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

/** A mail with a link, in parts: the link is alone in a line. */
export interface LinkMail {
  readonly subject: string;
  readonly intro: string;
  readonly link: string;
  /** Label of the link's button, for mails with buttons. */
  readonly action: string;
  readonly notes: readonly string[];
}

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

const minuteInUtc = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

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

/** Sent after a wallet was set up in another browser. */
export const newDeviceMailText: NoticeMail = {
  subject: "Your Tribe wallet is in another browser",
  lines: [
    "Your wallet was brought to another browser, which can use it from now on.",
    "If it wasn't you, somebody can read your e-mail, or has used a browser that has your wallet: secure both first. Then move what you own to a wallet that they never had.",
  ],
};

/** Sent when a wallet gets a passkey. @param from when it takes effect, ms since 1970; null: at once */
export const newPasskeyMailText = (of: { readonly from: number | null; readonly securityUrl: string }): NoticeMail => ({
  subject: "Your Tribe wallet has a new passkey",
  lines: [
    of.from === null
      ? "A passkey was added to your wallet, which held nothing yet. It can bring the wallet to another browser from now on."
      : `A passkey was added to your wallet. From ${minuteInUtc.format(of.from)} UTC on it can bring the wallet to another browser.`,
    "If it wasn't you, somebody used a browser that has your wallet: remove the passkey at once, and sign out of your other devices.",
  ],
  action: { label: "See what opens your wallet", url: of.securityUrl },
});

/** Sent when a passkey is removed from a wallet. @param until when it ends, ms since 1970; null: it has ended */
export const removedPasskeyMailText = (of: { readonly until: number | null }): NoticeMail => ({
  subject: "A passkey of your Tribe wallet was removed",
  lines: [
    of.until === null
      ? "A passkey was removed from your wallet."
      : `A passkey of your wallet ends on ${minuteInUtc.format(of.until)} UTC. Until then it works.`,
    "If it wasn't you, somebody used a browser that has your wallet: move what you own to a wallet that they never had.",
  ],
});

/** Sent after browsers were removed from another one. */
export const deviceRemovedMailText = (count: number): NoticeMail => ({
  subject: count === 1 ? "A browser was taken off your Tribe wallet" : "Browsers were taken off your Tribe wallet",
  lines: [
    `You signed ${count === 1 ? "another browser" : `${count} other browsers`} out of Tribe. ${count === 1 ? "It" : "They"} can't use your wallet any more, not even after a new sign-in: only a link that we e-mail to you, or another browser that has it, brings it back there.`,
    "If it wasn't you, somebody else is signed in as you: sign in, look under Security where, and end that session.",
  ],
});

/** Sent when a browser asks the others for the wallet. */
export const approvalAskedMailText = (of: {
  readonly device: string;
  readonly network: string;
  readonly securityUrl: string;
}): NoticeMail => ({
  subject: "Another browser asks for your Tribe wallet",
  lines: [
    `${of.device}, ${of.network === "This machine" ? "on this machine" : `on the network ${of.network}`}, is signed in as you and asks for your wallet.`,
    "If you are setting up that browser now, look at it in a browser that has your wallet. If not, refuse it there: whoever asks can do nothing without you. Nobody at Tribe ever asks you for a number.",
  ],
  action: { label: "Look, and answer", url: of.securityUrl },
});

/** The forms in which the key is given out: a file with a passphrase, or the plain key. */
type KeyKind = "kit" | "export";

const inWords: Readonly<Record<KeyKind, string>> = { kit: "a recovery kit", export: "your wallet's key" };

/** Sent when somebody asks for the key: before `readyAt` (milliseconds since 1970) it is not given out. */
export const keyAskedMailText = (of: {
  readonly kind: KeyKind;
  readonly askedAt: number;
  readonly readyAt: number;
  readonly securityUrl: string;
}): NoticeMail => ({
  subject: `Somebody asks for ${inWords[of.kind]}`,
  lines: [
    `Somebody who is signed in as you, and opened a link in this mailbox, asked for ${inWords[of.kind]}. Whoever has that has all that is in your wallet, for good.`,
    of.readyAt > of.askedAt
      ? `It is given from ${minuteInUtc.format(of.readyAt)} UTC on. If it isn't you, stop it before, and end that session.`
      : "Your wallet is empty, so it is given at once. If it isn't you, end that session and put nothing into this wallet.",
  ],
  action: { label: "Look, and stop it", url: of.securityUrl },
});

/** Sent when somebody asks to move to a new wallet: before `readyAt` (milliseconds since 1970) nothing moves. */
export const moveAskedMailText = (of: {
  readonly askedAt: number;
  readonly readyAt: number;
  readonly securityUrl: string;
}): NoticeMail => ({
  subject: "Somebody asks to move to a new wallet",
  lines: [
    "Somebody who is signed in as you, and proved it once more, asked to move all that is in your wallet to a new one of your account.",
    of.readyAt > of.askedAt
      ? `That can begin on ${minuteInUtc.format(of.readyAt)} UTC, in the browser that asked. If it isn't you, stop it before, and end that session.`
      : "Your wallet is empty, so that can begin at once. If it isn't you, end that session and put nothing into this wallet.",
  ],
  action: { label: "Look, and stop it", url: of.securityUrl },
});

/** Sent when an account has moved to a new wallet. @param of.kit number of the former wallet's recovery kit; null for none */
export const walletMovedMailText = (of: {
  readonly from: string;
  readonly to: string;
  readonly kit: string | null;
  readonly appUrl: string;
}): NoticeMail => ({
  subject: "Your Tribe account has a new wallet",
  lines: [
    `Your wallet is ${of.to} from now on. What is still at the one of before, ${of.from}, is moved from the wallet's own page, in the browser that asked.`,
    `Your other browsers don't have the new wallet: a link by mail brings it there. Passkeys don't open it${of.kit === null ? "" : `, and neither does recovery kit ${of.kit}, which opens the wallet of before alone`}: add and make new ones.`,
    "If it wasn't you, somebody can read your e-mail or has your device: secure them first, then sign out all other devices.",
  ],
  action: { label: "Look under Security", url: `${of.appUrl}/you/security` },
});

/** Sent when a move is finished. @param of `keptUntil`: when the former wallet's key is deleted, ms since 1970 */
export const moveFinishedMailText = (of: { readonly from: string; readonly keptUntil: number }): NoticeMail => ({
  subject: "Your move to a new wallet is finished",
  lines: [
    `Tribe found nothing at ${of.from} any more. It keeps that wallet's key until ${minuteInUtc.format(of.keptUntil)} UTC: if something comes there until then, move it from your wallet's own page.`,
    "After that Tribe deletes the key, and only a recovery kit of that wallet, or its key in another wallet, reaches what is sent there.",
  ],
});

/** Sent each time a key was given out. */
export const keyTakenMailText = (kind: KeyKind, securityUrl: string): NoticeMail => ({
  subject: kind === "kit" ? "A recovery kit of your wallet was made" : "Your wallet's key was shown",
  lines: [
    `${kind === "kit" ? "A recovery kit was made" : "The key of your wallet was shown"} in a browser that holds your wallet.`,
    "If it wasn't you, somebody else has your key: move what you own to a wallet that they never had, at once.",
  ],
  action: { label: "See where you're signed in", url: securityUrl },
});

/** Sent when a device asks to let out more than its allowance. */
export const sendAskedMailText = (of: {
  readonly what: "recipient" | "token" | "creation" | "airdrop";
  readonly address: string;
  readonly lamports: string;
  /** In base units of the mint; null or absent for SOL. */
  readonly tokens?: { readonly mint: string; readonly units: string } | null | undefined;
  readonly readyAt: number;
  readonly securityUrl: string;
}): NoticeMail => {
  const { subject, asked, later } = askedOutflow(of);
  return {
    subject,
    lines: [
      `A browser that has your wallet asked to ${asked}.`,
      `From ${minuteInUtc.format(of.readyAt)} UTC on that browser may ${later}, and no more than that. If it isn't you, stop it before, and end that session.`,
    ],
    action: { label: "Look, and stop it", url: of.securityUrl },
  };
};

const askedOutflow = ({
  what,
  address,
  lamports,
  tokens,
}: Pick<Parameters<typeof sendAskedMailText>[0], "what" | "address" | "lamports" | "tokens">): {
  readonly subject: string;
  /** After `asked to`. */
  readonly asked: string;
  /** After `may`. */
  readonly later: string;
} => {
  const sol = `${formatExact(BigInt(lamports))} SOL`;
  const units = tokens ? `${BigInt(tokens.units).toLocaleString("en")} base units of the token ${tokens.mint}` : sol;
  switch (what) {
    case "recipient":
      return {
        subject: `Your wallet is asked to send ${tokens ? "tokens" : sol}`,
        asked: `send ${units} to ${address}`,
        later: "send it",
      };
    case "token":
      return {
        subject: `Your wallet is asked to spend ${sol} on a token`,
        asked: `spend ${sol} on the token ${address}`,
        later: "buy it for that",
      };
    case "creation":
      return {
        subject: `Your wallet is asked to create a Tribe for ${sol}`,
        asked: `create a Tribe and buy its first tokens for ${sol}`,
        later: "create it for that",
      };
    case "airdrop":
      return {
        subject: "Your wallet is asked to airdrop tokens",
        asked: `airdrop ${units} to a list of holders of the Tribe ${address}`,
        later: "pay that list",
      };
  }
};

/** Sent when a wallet pays somebody for the first time, however little. */
export const firstSendMailText = (of: {
  readonly recipient: string;
  readonly lamports: string;
  readonly tokens: { readonly mint: string; readonly units: string } | null;
  readonly securityUrl: string;
}): NoticeMail => {
  const what = of.tokens
    ? `${BigInt(of.tokens.units).toLocaleString("en")} base units of the token ${of.tokens.mint}`
    : `${formatExact(BigInt(of.lamports))} SOL`;
  return {
    subject: "Your wallet sends to a new address",
    lines: [
      `${what} ${of.tokens ? "go" : "goes"} to ${of.recipient}, to which this wallet never sent before.`,
      "If it isn't you, sign out of your other devices: somebody used a browser that has your wallet.",
    ],
    action: { label: "See where you're signed in", url: of.securityUrl },
  };
};

/** Sent to the former recovery address: its link stops the change, in any browser. */
export const emailChangesMailText = (of: {
  readonly email: string;
  readonly from: number;
  readonly stopUrl: string;
}): NoticeMail => ({
  subject: "Your Tribe wallet gets another recovery address",
  lines: [
    `From ${minuteInUtc.format(of.from)} UTC on ${of.email} brings your wallet back, and this address does not any more. Until then only this one does.`,
    "If it isn't you, stop it, and sign out of your other devices: somebody used a browser that has your wallet.",
  ],
  action: { label: "Stop the change", url: of.stopUrl },
});

/** Sent to the new one. */
export const emailTakesOverMailText = (of: { readonly from: number }): NoticeMail => ({
  subject: "This address will bring your Tribe wallet back",
  lines: [
    `From ${minuteInUtc.format(of.from)} UTC on links to bring your wallet to another browser are mailed here. Until then they go to the address before, which is told and can stop it.`,
    "You still sign in as before.",
  ],
});

/** Sent when a mailed link was opened and has to wait: before `readyAt` (milliseconds since 1970) the browser gets nothing. */
export const recoveryAskedMailText = (of: {
  readonly device: string;
  readonly network: string;
  readonly readyAt: number;
  readonly stopUrl: string;
}): NoticeMail => ({
  subject: "Another browser gets your Tribe wallet in a day",
  lines: [
    `${of.device}, ${of.network === "This machine" ? "on this machine" : `on the network ${of.network}`}, is signed in as you and has opened the link that was mailed here. It gets your wallet on ${minuteInUtc.format(of.readyAt)} UTC.`,
    "If it's you, there is nothing to do but wait, or approve it in a browser that has your wallet. If it isn't you, stop it, sign that browser out under Security, and change your mailbox's password: whoever asked reads your mail.",
  ],
  action: { label: "Stop it", url: of.stopUrl },
});

const stoppedTexts = {
  key: { subject: "Your wallet's key stays where it is", outcome: "Nothing was given out." },
  move: { subject: "You keep your wallet", outcome: "Nothing moves." },
  send: { subject: "Your wallet sends nothing there", outcome: "Nothing was sent." },
  email: { subject: "Your wallet's recovery address stays", outcome: "It stays as it was." },
  recovery: { subject: "That browser doesn't get your Tribe wallet", outcome: "It got nothing." },
} as const;

/** Sent when a delayed request was stopped. @param what the kind of request */
export const waitStoppedMailText = (what: keyof typeof stoppedTexts): NoticeMail => ({
  subject: stoppedTexts[what].subject,
  lines: [
    `What was asked of your wallet was stopped, ${what === "email" || what === "recovery" ? "by a mailed link or " : ""}from a browser where you're signed in. ${stoppedTexts[what].outcome}`,
  ],
});

/** A mail that only informs, and says where to look. */
export interface NoticeMail {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}
