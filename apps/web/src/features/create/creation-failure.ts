import { ApiError, isApiErrorCode } from "@tribe/contract";
import { wordsOf } from "../../shared/errors.ts";

const known: ReadonlySet<string> = new Set([
  "Confirm transaction failed: Slippage exceeded",
  "Transaction failed due to busy network. Please try again later.",
  "Failed to send transaction due to network congestion. Please try again later.",
  "Prepare transaction failed",
]);

/** Words for a creation that failed, by the server's reason; a text that is not of the catalogue is not shown. */
export const creationFailure = (reason: string | null): { title: string; message: string } => {
  if (reason && isApiErrorCode(reason)) {
    const { title, message } = wordsOf(new ApiError(reason));
    return { title, message };
  }
  return {
    title: reason && known.has(reason) ? reason : "Transaction failed",
    message: "Your Tribe was not created. Only the network's fee may have been taken.",
  };
};
