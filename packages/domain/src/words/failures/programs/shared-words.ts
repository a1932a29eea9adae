import type { FailureEntry } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";

/** Errors with the same name in both programs. First: an option that the owner of a token account has set in some wallet. */
export const memoRequired: FailureEntry = [
  "Your token account wants a memo with every transfer",
  `Tokens that a program pays out come without one. ${onlyTheFee}`,
  "Switch required memos off for this token account in your wallet, then try again.",
  "after-change",
];
export const cpiGuarded: FailureEntry = [
  "Your token account's CPI guard is on",
  `It lets no program move your tokens, so they can be neither sold nor converted. ${onlyTheFee}`,
  "Switch the CPI guard off for this token account in your wallet, then try again.",
  "after-change",
];
/** The same wallet, an address without a private key, or an account that is not a plain wallet. */
export const invalidNewCreator: FailureEntry = [
  "This wallet can't take the Tribe over",
  `It's the Tribe's wallet already, or one that couldn't spend its fees. ${onlyTheFee}`,
  "Choose another wallet and try again.",
  "after-change",
];
