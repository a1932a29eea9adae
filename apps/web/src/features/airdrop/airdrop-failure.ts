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
    case "message":
      return failureBecauseOf(appFailure("airdrop_message_failed"), wordsOf(cause));
    case "sign":
      return signFailure(name, isSignerError(cause) ? cause.message : appFailure("airdrop_send_failed").cause);
    case "send":
      return failureBecauseOf(appFailure("airdrop_send_failed"), wordsOf(cause));
  }
};

/** The wallet says in words of its own why it would not sign. */
const isSignerError = (cause: unknown): cause is Error => cause instanceof Error && cause.name === "SignerError";
