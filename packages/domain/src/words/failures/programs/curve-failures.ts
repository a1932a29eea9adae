import { apiErrors } from "@tribe/contract";
import { texts } from "../../texts.ts";
import { catalogueOf, type FailureEntry, tryAgainSoon } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";
import { cpiGuarded, invalidNewCreator, memoRequired } from "./shared-words.ts";

const outdated = (title: string): FailureEntry => [
  title,
  `This page is out of date with the token's program. ${onlyTheFee}`,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];

const operators = (title: string): FailureEntry => [
  title,
  onlyTheFee,
  "Check the order and the factory's state.",
  "after-change",
];

/** Errors of the curve program by Error Number. A test in packages/chain checks against its IDL that none is missing. */
export const curveFailures = /* @__PURE__ */ catalogueOf("curve", {
  6000: [
    texts.invalidReserve,
    `The payout would have left the token's reserve short. ${onlyTheFee}`,
    "Try a smaller amount. If it happens again, tell us: it never should.",
    "after-change",
  ],
  6002: [
    texts.slippageExceeded,
    `The price rose more than your slippage allows. ${onlyTheFee}`,
    "Try again at the new price, or raise your slippage.",
    "safe",
  ],
  6003: [
    texts.slippageExceeded,
    `The price fell more than your slippage allows. ${onlyTheFee}`,
    "Try again at the new price, or raise your slippage.",
    "safe",
  ],
  6004: [texts.systemPaused, `Trading and creating are paused. ${onlyTheFee}`, "Come back later.", "safe"],
  6005: [
    "Trading is stopped for a while",
    `Buying and selling are stopped for everyone, for 72 hours at most. Your tokens are safe. ${onlyTheFee}`,
    "Come back later.",
    "safe",
  ],
  6006: [
    apiErrors.curve_closed.message,
    `All its tokens are sold. ${onlyTheFee}`,
    "Trade it once its pool is open.",
    "never",
  ],
  6007: [
    texts.finalTokens,
    `They were given away at the start, so nothing was paid that could be paid out for them. ${onlyTheFee}`,
    "Sell fewer tokens.",
    "after-change",
  ],
  6008: ["The amount must be above 0", onlyTheFee, "Enter an amount.", "after-change"],
  6009: outdated("The discount and referral of this trade don't fit together"),
  6010: [
    "Tribe's own signature is missing",
    `Buys and discounted sells need it. ${onlyTheFee}`,
    "Try again. We'll ask for it again.",
    "safe",
  ],
  6011: outdated("Tribe's signer has changed"),
  6012: operators("Not the super admin of the factory"),
  6013: operators("Only the upgrade authority may initialise the factory"),
  6014: [
    "This was done already",
    `What you wanted to make is on the chain. ${onlyTheFee}`,
    "Reload the page and look again.",
    "never",
  ],
  6015: outdated("A signature is missing"),
  6016: outdated("An account isn't writable"),
  6017: outdated("An account is missing"),
  6018: outdated("Not this program's factory"),
  6019: outdated("Not a token of this program"),
  6020: outdated("Not the mint of this token"),
  6021: outdated("Not your token account for this token"),
  6022: outdated("Not the creator of this token"),
  6023: outdated("The receiver of the fees has changed"),
  6024: outdated("This account can't be the referrer"),
  6025: outdated("Not the expected program"),
  6026: outdated("An address doesn't match"),
  6027: [
    "The name or symbol can't be used",
    `It's empty, too long for the chain, or has a character that can't be seen. ${onlyTheFee}`,
    "Change the name and try again.",
    "after-change",
  ],
  6028: outdated("The instruction has the wrong length"),
  6029: outdated("The program speaks another version"),
  6030: ["The amount is out of range", onlyTheFee, "Choose a smaller amount.", "after-change"],
  6031: operators("Not the program data account of this program"),
  6032: [
    apiErrors.insufficient_sol.message,
    `Your balance didn't cover it by the time it arrived. ${onlyTheFee}`,
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  6033: ["The network refused a part of it", onlyTheFee, tryAgainSoon, "safe"],
  6034: [
    "Not all its tokens are sold yet",
    `It moves to its pool once all its tokens are sold. ${onlyTheFee}`,
    "Buy and sell it on its page until then.",
    "never",
  ],
  6035: [
    texts.notMigrated,
    `It can be converted once its pool is open. ${onlyTheFee}`,
    "Buy and sell it on its page until then.",
    "never",
  ],
  6036: operators("No one proposed you for this role"),
  6037: operators("The setting is out of its bounds"),
  6038: operators("The allowance of this day is used up"),
  6039: operators("Trading can't be stopped again yet"),
  6040: outdated("Not the vault of the factory"),
  6041: operators("Not the withdraw receiver of the factory"),
  6042: [
    "This account can't receive its fees",
    `It's no plain wallet, or has too little SOL to keep what it would get. ${onlyTheFee}`,
    "Name a wallet of your own, or put a little SOL on it first.",
    "after-change",
  ],
  6043: operators("A role needs a holder"),
  6044: [
    "The settings for new Tribes have changed",
    `You agreed to different ones, so nothing was created. ${onlyTheFee}`,
    "Create it again to see the current ones.",
    "safe",
  ],
  6045: operators("No change of fees is due"),
  6046: memoRequired,
  6047: cpiGuarded,
  6048: invalidNewCreator,
  6049: [
    "This sale brings too little for an empty wallet",
    `Solana keeps no account that holds less than its rent. ${onlyTheFee}`,
    "Sell more, or put a little SOL into the wallet first.",
    "after-change",
  ],
  6050: operators("The guardian can't pause again yet"),
  6051: outdated("Not the guardian of the factory"),
});
