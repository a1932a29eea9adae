import { apiErrors } from "@tribe/contract";
import { texts } from "../../texts.ts";
import { catalogueOf, type FailureEntry } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";
import { cpiGuarded, memoRequired } from "./guard-words.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `What this page built does not fit the pool's program. ${onlyTheFee}`,
  "Reload the page and try again. If it comes back, tell us.",
  "after-change",
];

const slippage: FailureEntry = [
  texts.slippageExceeded,
  `The price moved further than your slippage allows. ${onlyTheFee}`,
  "Try again at the new price, or raise the slippage.",
  "safe",
];

/** Errors of the pool's program by Error Number. That none is missing is checked against its IDL in packages/chain. */
export const poolFailures = /* @__PURE__ */ catalogueOf("pool", {
  6002: slippage,
  6003: slippage,
  6100: ["The amount must be above 0", onlyTheFee, "Enter a larger amount.", "after-change"],
  6101: outdated("Not a pool of this program"),
  6102: outdated("Only the curve opens pools"),
  6103: outdated("Not a mint of Token-2022"),
  6104: outdated("Not the vault of this pool"),
  6105: outdated("Not a token account of yours for this token"),
  6106: outdated("Not the factory of this pool's curve"),
  6107: outdated("Not the creator of this token"),
  6108: outdated("The receiver of the fees has changed"),
  6109: outdated("A signature is missing"),
  6110: outdated("An account is not writable"),
  6111: outdated("An account is missing"),
  6112: outdated("Not the expected program"),
  6113: outdated("An address does not fit"),
  6114: outdated("The instruction has the wrong length"),
  6115: outdated("The program speaks another version"),
  6116: ["The amount is out of range", onlyTheFee, "Choose a smaller amount.", "after-change"],
  6117: ["This was done already", `The pool is open. ${onlyTheFee}`, "Reload the page and look again.", "never"],
  6118: [
    apiErrors.insufficient_sol.message,
    `Your balance did not cover it when it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  6119: [
    texts.invalidReserve,
    `A payout would have left less in the pool than it owes. ${onlyTheFee}`,
    "Try a smaller amount. If it comes back, tell us: this should never happen.",
    "after-change",
  ],
  6120: ["The network refused a part of it", onlyTheFee, "Try again in a moment.", "safe"],
  6121: memoRequired,
  6122: cpiGuarded,
});
