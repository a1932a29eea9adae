import { ApiError } from "@tribe/contract";
import { appFailure, type FailureWords, failureBecauseOf, signFailure } from "@tribe/domain/words";
import { wordsOf } from "../../shared/api/errors.ts";
import { AirdropStoppedError } from "./run-airdrop.ts";

/** The words for a stopped airdrop. @param name of what is given. */
export const airdropFailure = (error: unknown, name: string): FailureWords => {
  const step = error instanceof AirdropStoppedError ? error.step : "send";
  const cause = error instanceof AirdropStoppedError ? error.cause : error;
  switch (step) {
    case "pool":
      return appFailure("airdrop_pool_failed");
    case "message": {
      const failed = appFailure("airdrop_message_failed");
      if (!isLacking(cause)) return failureBecauseOf(failed, wordsOf(cause));
      // The title names what is missing; what the catalogue adds is for a payment of which nothing was sent.
      return { ...failed, cause: `${wordsOf(cause).title}. ${appFailure("airdrop_send_failed").cause}` };
    }
    case "sign":
      return signFailure(name, isSignerError(cause) ? cause.message : appFailure("airdrop_send_failed").cause);
    case "send":
      return failureBecauseOf(appFailure("airdrop_send_failed"), wordsOf(cause));
  }
};

/** The Chief's tokens, or the SOL for the fees, have gone elsewhere meanwhile. */
const isLacking = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.code === "insufficient_tokens" || cause.code === "insufficient_sol");

/** The wallet says in words of its own why it would not sign. */
const isSignerError = (cause: unknown): cause is Error => cause instanceof Error && cause.name === "SignerError";
