import type { FailureEntry } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";

/** What the owner of a token account has switched on in some wallet: both programs name it alike. */
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
