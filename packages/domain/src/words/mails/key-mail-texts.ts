import { minuteInUtc, type NoticeMail } from "./mail-parts.ts";

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

/** Sent each time a key was given out. */
export const keyTakenMailText = (kind: KeyKind, securityUrl: string): NoticeMail => ({
  subject: kind === "kit" ? "A recovery kit of your wallet was made" : "Your wallet's key was shown",
  lines: [
    `${kind === "kit" ? "A recovery kit was made" : "The key of your wallet was shown"} in a browser that holds your wallet.`,
    "If it wasn't you, somebody else has your key: move what you own to a wallet that they never had, at once.",
  ],
  action: { label: "See where you're signed in", url: securityUrl },
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
    `Your wallet is ${of.to} from now on. What is still at your old one, ${of.from}, is moved from the wallet's own page, in the browser that asked.`,
    `Your other browsers don't have the new wallet: a link by mail brings it there. Passkeys don't open it${of.kit === null ? "" : `, and neither does recovery kit ${of.kit}, which opens your old wallet alone`}: add and make new ones.`,
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
