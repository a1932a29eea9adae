/**
 * Notices about a person's own wallet in the app and by push; a mail says more. They are stored by name, so a name that was
 * used must stay.
 */
export const walletNoticeTexts = {
  keyAsked: "Somebody asks for your wallet's key. If it isn't you, stop it under Security.",
  keyTaken: "Your wallet's key was given out in one of your browsers. If it wasn't you, move to a new wallet at once.",
  moveAsked: "Somebody asks to move your account to a new wallet. If it isn't you, stop it under Security.",
  moved: "Your account has a new wallet. A link by mail brings it to your other browsers.",
  moveFinished: "Your move to a new wallet is finished. Don't have anything sent to the one before.",
  sendAsked:
    "Your wallet is asked to send or spend more than a press lets it. If it isn't you, stop it under Security.",
  approvalAsked: "Another browser asks for your wallet. Look at it under Security, and refuse it if it isn't you.",
  recoveryAsked:
    "Another browser gets your wallet in a day, by a link from your mailbox. If it isn't you, stop it under Security.",
  newDevice: "Another browser has your wallet now. If it isn't yours, sign it out under Security.",
  deviceRemoved: "A browser that was signed out has lost your wallet.",
  newPasskey: "A passkey was added to your wallet. If it wasn't you, stop it under Security.",
  removedPasskey: "A passkey of your wallet was removed. If it wasn't you, look under Security.",
  emailChanges: "Your wallet's mails are to go to another address. If it isn't you, stop it by the link in your mail.",
} as const;

/** Names of the notices about a wallet. */
export type WalletNotice = keyof typeof walletNoticeTexts;
