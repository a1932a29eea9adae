import { callFailure, type FailureWords, failureOfReason, stepFailure, texts } from "@tribe/domain";

const told = new Map<string, FailureWords>();

/** Remembers the words behind a title that the trade's machine carries, so that the dialog finds them again. */
const titleOf = (words: FailureWords): string => {
  told.set(words.title, words);
  return words.title;
};

/** A failed call as the title of its words; what is not of the catalogue gets the step's own. */
export const callSentence = (error: unknown, otherwise: FailureWords): string => titleOf(callFailure(error, otherwise));

/**
 * How a ticket ended that failed, as the title of its words. A ticket that died unsigned although the page had handed
 * its signature in was never sent: the network was too busy to take it.
 */
export const failedEndSentence = (reason: string | null, wasTaken: boolean, wasHandedIn: boolean): string =>
  titleOf(
    !wasTaken && wasHandedIn && reason === "api.ticket_expired"
      ? stepFailure("congestion")
      : failureOfReason(reason, wasTaken),
  );

/** The words behind the title that a transaction dialog carries. */
export const wordsBehind = (title: string): FailureWords =>
  told.get(title) ??
  (title === texts.confirmationTimeout ? stepFailure("confirmation_timeout") : { ...stepFailure("unknown"), title });
