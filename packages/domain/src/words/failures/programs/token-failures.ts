import { apiErrors } from "@tribe/contract";
import { catalogueOf, type FailureEntry } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";
import { token2022Extensions as extensions } from "./token-2022-extensions.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `The token program doesn't accept this. ${onlyTheFee}`,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];
/**
 * Errors of SPL Token (0 to 19) and Token-2022, which continues the same numbers (`TokenError` of both programs).
 */
export const tokenFailures = /* @__PURE__ */ catalogueOf("token", {
  0: ["A token account has too little SOL to exist", onlyTheFee, "Deposit SOL and try again.", "after-change"],
  1: [
    apiErrors.insufficient_tokens.message,
    `You held fewer by the time it arrived. ${onlyTheFee}`,
    "Choose a smaller amount.",
    "after-change",
  ],
  2: outdated("Not a token's mint"),
  3: outdated("The account holds another token"),
  4: outdated("The token account belongs to another owner"),
  5: outdated("The supply of this token is fixed"),
  6: ["This was done already", onlyTheFee, "Reload the page and look again.", "never"],
  7: outdated("The number of signers doesn't fit"),
  8: outdated("The number of signers needed doesn't fit"),
  9: outdated("The token account isn't set up"),
  10: outdated("Not for wrapped SOL"),
  11: ["The token account isn't empty", onlyTheFee, "Move its tokens first.", "after-change"],
  12: outdated("The token program doesn't know this instruction"),
  13: outdated("The token account is in the wrong state"),
  14: ["The amount is out of range", onlyTheFee, "Choose a smaller amount.", "after-change"],
  15: outdated("The token has no such authority"),
  16: outdated("The token can't be frozen"),
  17: ["The token account is frozen", `Its issuer froze it. ${onlyTheFee}`, "Ask the token's issuer.", "never"],
  18: outdated("The number of decimals doesn't fit"),
  19: outdated("Only for wrapped SOL"),
  ...extensions,
});
