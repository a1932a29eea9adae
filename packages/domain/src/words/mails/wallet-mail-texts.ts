import { minuteInUtc, type NoticeMail } from "./mail-parts.ts";

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
