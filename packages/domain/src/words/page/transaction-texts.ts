/** Why a person has to confirm again, and what is known of a transaction without an answer. */
export const transactionTexts = {
  creationAgain: "Your Tribe wasn't created that time. Check it and confirm once more.",
  tradeAgain: "That took too long, so nothing left your wallet. Check it and confirm once more.",
  withoutClosing: "Tokens arrived in your account meanwhile, so it stays open. Check it and confirm once more.",
  /** Between the purchase that is enough for a seat, and the seat. */
  takingSeat: "Taking your seat…",
  noAnswerAt: (time: string): string => `Checked at ${time}: no answer yet.`,
} as const;

/** Results of copying a failure's details. */
export const detailsCopyTexts = {
  copied: "Details copied to clipboard",
  notCopied: "Couldn't copy. Select the text and copy it.",
} as const;
