import { apiErrors } from "@tribe/contract";
import { texts } from "../../texts.ts";
import { catalogueOf, type FailureEntry, tryAgainSoon } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";
import { cpiGuarded, invalidNewCreator, memoRequired } from "./shared-words.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `This page is out of date with the pool's program. ${onlyTheFee}`,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];

const slippage: FailureEntry = [
  texts.slippageExceeded,
  `The price moved more than your slippage allows. ${onlyTheFee}`,
  "Try again at the new price, or raise your slippage.",
  "safe",
];

/** Errors of the pool program by Error Number. A test in packages/chain checks against its IDL that none is missing. */
export const poolFailures = /* @__PURE__ */ catalogueOf("pool", {
  6002: slippage,
  6003: slippage,
  6100: ["The amount must be above 0", onlyTheFee, "Enter a larger amount.", "after-change"],
  6101: outdated("Not a pool of this program"),
  6102: outdated("Only the curve opens pools"),
  6103: outdated("Not a mint of Token-2022"),
  6104: outdated("Not the vault of this pool"),
  6105: outdated("Not your token account for this token"),
  6106: outdated("Not the factory of this pool's curve"),
  6107: outdated("Not the creator of this token"),
  6108: outdated("The receiver of the fees has changed"),
  6109: outdated("A signature is missing"),
  6110: outdated("An account isn't writable"),
  6111: outdated("An account is missing"),
  6112: outdated("Not the expected program"),
  6113: outdated("An address doesn't match"),
  6114: outdated("The instruction has the wrong length"),
  6115: outdated("The program speaks another version"),
  6116: ["The amount is out of range", onlyTheFee, "Choose a smaller amount.", "after-change"],
  6117: ["This was done already", `The pool is open. ${onlyTheFee}`, "Reload the page and look again.", "never"],
  6118: [
    apiErrors.insufficient_sol.message,
    `Your balance didn't cover it by the time it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  6119: [
    texts.invalidReserve,
    `The payout would have left the pool short. ${onlyTheFee}`,
    "Try a smaller amount. If it happens again, tell us: it never should.",
    "after-change",
  ],
  6120: ["The network refused a part of it", onlyTheFee, tryAgainSoon, "safe"],
  6121: memoRequired,
  6122: cpiGuarded,
  6123: invalidNewCreator,
});
