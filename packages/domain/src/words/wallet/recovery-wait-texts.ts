/** Texts of a browser that recovers the wallet by a mailed link, and has to wait a day. */
export const recoveryWaitTexts = {
  /** Before the recovery is requested. @param until when it would end, formatted */
  delayed: (until: string): string =>
    `By mail it takes a day, until ${until}; less than 0.05 SOL in all comes at once.`,
  kitToo: "Your recovery kit brings it here at once, too, on your wallet's own page: open it under Security.",
  title: "This browser waits for your wallet",
  /** A time follows. */
  until: "This browser gets your wallet on",
  why: "Mail alone opens this wallet. So every device of yours is told, and can stop this until then.",
  stays: "You can close Tribe meanwhile. Come back in this browser, and stay signed in here.",
  quicker: "It can be here at once:",
  kit: "with your recovery kit, on your wallet's own page: open it under Security.",
  stopped: "That wait was stopped, or is over. If you didn't stop it, look under Security who is signed in as you.",
  /** On the page of the mailed link. */
  linkTitle: "Your wallet comes here in a day",
  linkOpened: "The tab where you asked shows how long it takes, and quicker ways. You can close this one.",
} as const;

/** The page that the mail about a browser's delayed recovery opens. */
export const recoveryStopTexts = {
  asked: {
    title: "Keep your wallet from that browser?",
    text: "A browser that is signed in as you is to get your wallet, by a link from this mailbox. If that isn't you, stop it.",
  },
  stopped: {
    title: "Stopped: that browser gets nothing",
    text: "Whoever asked is signed in as you and reads your e-mail: change your mailbox's password, then sign in to Tribe, look under Security, and sign out what isn't you.",
  },
  over: {
    title: "There is nothing to stop any more",
    text: "This was stopped already, or that browser has your wallet by now. Sign in and look under Security.",
  },
} as const;
