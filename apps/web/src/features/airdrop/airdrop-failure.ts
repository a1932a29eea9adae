import { ApiError } from "@tribe/contract";
import { appFailure, type FailureWords, failureBecauseOf, signFailure } from "@tribe/domain/words";
import { wordsOf } from "../../shared/api/errors.ts";
import { AirdropStoppedError } from "./run-airdrop.ts";

/** The failure of a stopped airdrop. @param name of the token */
export const airdropFailure = (error: unknown, name: string): FailureWords => {
  const step = error instanceof AirdropStoppedError ? error.step : "send";
  const cause = error instanceof AirdropStoppedError ? error.cause : error;
  switch (step) {
    case "pool":
      return appFailure("airdrop_pool_failed");
    case "message": {
      const failed = appFailure("airdrop_message_failed");
      if (!isLacking(cause)) return failureBecauseOf(failed, wordsOf(cause));
      // Only the title of the error, which says what is missing: its cause and next step assume that nothing was sent.
      return { ...failed, cause: `${wordsOf(cause).title}. ${appFailure("airdrop_send_failed").cause}` };
    }
    case "sign":
      return signFailure(name, isSignerError(cause) ? cause.message : appFailure("airdrop_send_failed").cause);
    case "send":
      return failureBecauseOf(appFailure("airdrop_send_failed"), wordsOf(cause));
  }
};

/** Whether the Chief no longer has the tokens, or the SOL for the fees. */
const isLacking = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.code === "insufficient_tokens" || cause.code === "insufficient_sol");

/** Whether it is the wallet's error, whose message says why it did not sign. */
const isSignerError = (cause: unknown): cause is Error => cause instanceof Error && cause.name === "SignerError";
