import { apiErrors } from "@tribe/contract";
import { texts } from "../../texts.ts";
import { catalogueOf, type FailureEntry, type FailureWords } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `What this page built does not fit the network's own programs. ${onlyTheFee}`,
  "Reload the page and try again. If it comes back, tell us.",
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
    `Your balance did not cover it when it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  2: outdated("An account cannot be given to this program"),
  3: outdated("An account cannot have this length"),
  4: outdated("A seed is too long"),
  5: outdated("An address does not fit its seed"),
  6: outdated("The network has no recent blockhash"),
  7: outdated("The nonce has not moved on yet"),
  8: outdated("The nonce is another one"),
});

/** Errors of the associated token account program. */
export const associatedTokenFailures = /* @__PURE__ */ catalogueOf("associated_token", {
  0: outdated("The token account belongs to another owner"),
});

/** The compute budget program has no numbers of its own: whatever comes is told as any unknown number. */
export const computeBudgetFailures: Readonly<Record<number, FailureWords>> = {};

/** Errors of Jupiter's aggregator that a swap of ours can meet (its published IDL, version 6). */
export const jupiterFailures = /* @__PURE__ */ catalogueOf("jupiter", {
  6000: outdated("The route is empty"),
  6001: [
    texts.slippageExceeded,
    `The price moved further than your slippage allows. ${onlyTheFee}`,
    "Try again at the new price, or raise the slippage.",
    "safe",
  ],
  6002: outdated("The route could not be calculated"),
  6008: outdated("An account of the route is missing"),
  6017: [
    texts.slippageExceeded,
    `It would have cost more than the most you agreed to. ${onlyTheFee}`,
    "Try again at the new price, or raise the slippage.",
    "safe",
  ],
  6024: [
    apiErrors.insufficient_sol.message,
    `Your balance did not cover it when it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
});
