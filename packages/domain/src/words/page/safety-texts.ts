/** Why a person should make a passkey or a recovery kit, by what they lack. */
export const walletSafetyTexts = {
  passkeyAndKit: "Whoever reads your mail can have it. With a passkey and a recovery kit, no mail brings it back.",
  passkey:
    "Whoever reads your mail can still have it. You have a recovery kit: with a passkey, no mail brings it back.",
  kit: "Whoever reads your mail can still have it. You have a passkey: with a recovery kit, no mail brings it back.",
} as const;

/** What was asked of the wallet, when it happens, and what does not once it is stopped; each moment is written for the reader. */
export const stoppableTexts = {
  /** @param isMove a move to a new wallet, which a browser begins by itself @param from null for at once */
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
  /** @param stopped one of the sentences above that say what does not happen */
  question: (stopped: string): string =>
    `${stopped} If it wasn't you who asked, sign out the other devices above, too.`,
} as const;

/** What the wallet asks it says on its own page alone: this page could be made to say something else. */
export const questionText = "Your wallet has a question for you. Open its own page, and answer it there.";
