import { ApiError, apiErrors, isApiErrorCode } from "@tribe/contract";
import { texts } from "@tribe/domain";
import { adviceOf } from "./errors.ts";

const nothingPaid = "Nothing was signed and nothing was paid.";
const neverLanded = "It never reached the chain. Nothing was paid.";
const onlyTheFee = "Only the network's fee may have been taken.";

/** What to do after a transaction's end, by the spec's own sentence for it. */
const advice: Readonly<Record<string, string>> = {
  [texts.slippageExceeded]: "The price moved further than your slippage allows. Try again, or raise the slippage.",
  [texts.busyNetwork]: neverLanded,
  [texts.congestion]: neverLanded,
  [texts.invalidReserve]: onlyTheFee,
  [texts.transactionFailed]: onlyTheFee,
  [texts.submissionFailed]: "Try again in a moment.",
  [texts.prepareFailed]: `${nothingPaid} Try again.`,
  [texts.missingTrade]: nothingPaid,
};

const catalogue = new Map<string, string>(
  Object.keys(apiErrors)
    .filter(isApiErrorCode)
    .map((code) => [apiErrors[code].message, adviceOf(code)]),
);

/** The server's reason for a failed transaction as one of our sentences; any other text is not shown to a person. */
export const reasonSentence = (reason: string | null): string => {
  if (reason && isApiErrorCode(reason)) return apiErrors[reason].message;
  return reason && (reason in advice || catalogue.has(reason)) ? reason : texts.transactionFailed;
};

/**
 * A failed call as one sentence; what is not of the catalogue gets the step's own. A price that moved is told in the same
 * words, whether the call's answer or the ticket's end is heard first.
 */
export const callSentence = (error: unknown, otherwise: string): string => {
  if (!(error instanceof ApiError)) return otherwise;
  return error.code === "slippage_exceeded" ? texts.slippageExceeded : error.message;
};

/**
 * How a ticket ended that failed, as one of our sentences. A ticket that died unsigned although the page had handed its
 * signature in was never sent: the network was too busy to take it.
 */
export const failedEndSentence = (reason: string | null, wasTaken: boolean, wasHandedIn: boolean): string => {
  const sentence = reasonSentence(reason);
  return !wasTaken && wasHandedIn && sentence === apiErrors.ticket_expired.message ? texts.congestion : sentence;
};

/** A failed join: an answer that is not of the contract is told from a refusal. */
export const joinSentence = (error: unknown): string =>
  error instanceof ApiError ? texts.joinFailed(error.message) : texts.joinInvalid;

/** The next step under a sentence of a transaction dialog. */
export const adviceFor = (sentence: string): string => advice[sentence] ?? catalogue.get(sentence) ?? "";
