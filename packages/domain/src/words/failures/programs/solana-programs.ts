import { apiErrors } from "@tribe/contract";
import { texts } from "../../texts.ts";
import { catalogueOf, type FailureEntry, type FailureWords } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `This page is out of date with the network's programs. ${onlyTheFee}`,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];

/** Errors of the system program (`SystemError` of Solana's SDK). */
export const systemFailures = /* @__PURE__ */ catalogueOf("system", {
  0: [
    "This account is in use already",
    `What was to be made is there. ${onlyTheFee}`,
    "Reload the page and look again.",
    "never",
  ],
  1: [
    apiErrors.insufficient_sol.message,
    `Your balance didn't cover it by the time it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  2: outdated("An account can't be given to this program"),
  3: outdated("An account can't have this length"),
  4: outdated("A seed is too long"),
  5: outdated("An address doesn't fit its seed"),
  6: outdated("The network has no recent blockhash"),
  7: outdated("The nonce hasn't moved on yet"),
  8: outdated("The nonce is another one"),
});

/** Errors of the associated token account program. */
export const associatedTokenFailures = /* @__PURE__ */ catalogueOf("associated_token", {
  0: outdated("The token account belongs to another owner"),
});

/** The compute budget program has no numbers of its own: any number is unknown. */
export const computeBudgetFailures: Readonly<Record<number, FailureWords>> = {};

/** Errors of Jupiter's aggregator that our swaps can cause (its published IDL, version 6). */
export const jupiterFailures = /* @__PURE__ */ catalogueOf("jupiter", {
  6000: outdated("The route is empty"),
  6001: [
    texts.slippageExceeded,
    `The price moved more than your slippage allows. ${onlyTheFee}`,
    "Try again at the new price, or raise your slippage.",
    "safe",
  ],
  6002: outdated("The route couldn't be calculated"),
  6008: outdated("An account of the route is missing"),
  6017: [
    texts.slippageExceeded,
    `It would have cost more than the most you agreed to. ${onlyTheFee}`,
    "Try again at the new price, or raise your slippage.",
    "safe",
  ],
  6024: [
    apiErrors.insufficient_sol.message,
    `Your balance didn't cover it by the time it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
});
