/** Why a person should create a passkey or a recovery kit, by what is missing. */
export const walletSafetyTexts = {
  passkeyAndKit: "Your e-mail alone can open this wallet. Add a passkey and a kit, and it can't.",
  passkey: "Your e-mail alone can still open this wallet. Add a passkey to your kit, and it can't.",
  kit: "Your e-mail alone can still open this wallet. Add a kit to your passkey, and it can't.",
  forgotten:
    "It deletes what a site keeps after seven days without a visit. A passkey brings your wallet back at once; by mail it takes a day.",
} as const;

/** Delayed requests to the wallet: when they happen, and what does not once they are stopped. Times are already formatted. */
export const stoppableTexts = {
  /** @param isMove a move to a new wallet, which a browser starts by itself @param from null for at once */
  given: (isMove: boolean, from: string | null): string =>
    `${isMove ? "It can begin" : "It is given"} ${from === null ? "at once, as the wallet was empty" : `from ${from} on`}`,
  notMoved: "You keep your wallet then.",
  notGiven: (what: string): string => `Nobody is given ${what} then.`,
  sentFrom: (moment: string): string => `One of your browsers can do it from ${moment} on`,
  notSent: "Nothing leaves your wallet for it then.",
  recoveredFrom: (moment: string): string => `That browser gets it on ${moment}`,
  notRecovered: "That browser gets nothing then.",
  linkUnopened: "Its link was not opened yet",
  countsFrom: (moment: string): string => `It counts from ${moment} on`,
  emailStays: "Your recovery address stays as it is then.",
  /** @param stopped one of the sentences above about what does not happen */
  question: (stopped: string): string =>
    `${stopped} If it wasn't you who asked, sign out the other devices above, too.`,
} as const;

/** The wallet shows its questions only on its own page: this page could be manipulated. */
export const questionText = "Your wallet has a question for you. Open its own page, and answer it there.";
