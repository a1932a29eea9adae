import { ApiError, apiErrors, isApiErrorCode } from "@tribe/contract";
import { wordsOf } from "../../shared/errors.ts";
import type { TradeFailure } from "./transaction-state.ts";

const nothingLost = "Nothing was bought or sold. The network's fee may have been taken.";

/** The texts with which the server names the end of a trade (spec section 8). Anything else is "Transaction failed". */
const known: Readonly<Record<string, string>> = {
  "Confirm transaction failed: Slippage exceeded":
    "The price moved further than your slippage allows. Try again, or raise the slippage.",
  "Transaction failed due to busy network. Please try again later.": "It never reached the chain. Nothing was paid.",
  "Failed to send transaction due to network congestion. Please try again later.":
    "It never reached the chain. Nothing was paid.",
  "Invalid Reserve": nothingLost,
  "Transaction confirmation timeout": "Look at your balance before you try again.",
};

/** Words for a trade that failed on chain, by the server's `errorReason`. */
export const reasonWords = (reason: string | null): TradeFailure => {
  if (reason && isApiErrorCode(reason))
    return { title: apiErrors[reason].message, message: wordsOf(new ApiError(reason)).message || nothingLost };
  const next = reason ? known[reason] : undefined;
  return reason && next ? { title: reason, message: next } : { title: "Transaction failed", message: nothingLost };
};

/** Words for a preparation that did not work out. */
export const prepareWords = (error: unknown): TradeFailure => {
  if (error instanceof ApiError) {
    const { title, message } = wordsOf(error);
    return { title, message: message || "Nothing was signed and nothing was paid." };
  }
  return { title: "Prepare transaction failed", message: "Nothing was signed and nothing was paid. Try again." };
};

/** Words for a signature that the server did not take. */
export const submitWords = (error: unknown): TradeFailure => {
  if (error instanceof ApiError) {
    const { title, message } = wordsOf(error);
    return { title, message };
  }
  return { title: "Transaction submission failed", message: "Try again in a moment." };
};
