/** Why using a passkey failed. */
export const passkeyProblemTexts = {
  cancelled: "No passkey answered. Nothing was changed.",
  exists: "This device has a passkey for your wallet already.",
  unsupported: "This browser can't use passkeys here. Try another browser, or another device.",
  no_prf:
    "This passkey can sign in, but it can't lock a wallet: it lacks what browsers call PRF. Nothing was changed. Try the passkeys of your phone, of your computer's own account, or another browser.",
  unfit: "This passkey doesn't open your wallet in this browser.",
} as const;

/** Results of adding or removing a passkey, and of locking a browser with it. */
export const passkeyDoneTexts = {
  addedSecond: "Done. Two ways of your own count now: no mail brings your wallet back any more.",
  added: "Done. Your passkey brings the wallet back, and locks this browser.",
  addedLater:
    "Done. Your passkey locks this browser now. After 72 hours it brings the wallet back, too; until then you can stop it here.",
  endsLater: "It ends after 72 hours, as you are told by mail.",
  removed: "Removed.",
  locks: "From now on this browser locks.",
} as const;

/** How the wallet is recovered now, and what would make it safer. */
export const recoveryModeTexts = {
  ownWays: "Two ways of your own bring it back. No mail does any more, and nobody at Tribe can.",
  oneWay:
    "One way of your own, and a mail. With a second way of your own the mail ends, and with it what a thief of your mailbox could do.",
  mailAlone:
    "Today a mail brings it back, so whoever reads your mail can. Add a passkey, and then a second way: with two, the mail ends.",
} as const;
