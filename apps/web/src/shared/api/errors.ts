import { ApiError } from "@tribe/contract";
import { apiFailure, type FailureWords, stepFailure, texts, tryAgainSoon, withRequest } from "@tribe/domain/words";
import { createElement, type ReactElement } from "react";
import { FailureCode } from "./FailureCode.tsx";

/** The words for any failure of a call. One outside the catalogue is called an unexpected error, without details. */
export const wordsOf = (error: unknown): FailureWords =>
  error instanceof ApiError
    ? withRequest(apiFailure(error.code, { message: error.message, retryAfterSeconds: error.retryAfterSeconds }), error)
    : stepFailure("unexpected");

/** The words for an error panel, with their code in a fold. Loaded with the words, which most visits don't need. */
export const shownWithCode = <Words extends FailureWords>(words: Words): Words & { readonly footer: ReactElement } => ({
  ...words,
  footer: createElement(FailureCode, { code: words.code, requestId: words.requestId }),
});

/** {@link wordsOf} and {@link shownWithCode}. */
export const shownFailure = (error: unknown) => shownWithCode(wordsOf(error));

/** {@link shownFailure} above a 'Try again' button: leaves out a next step that only says that. */
export const shownAboveRetry = (error: unknown) => {
  const { nextStep, ...words } = shownFailure(error);
  return nextStep === tryAgainSoon ? words : { ...words, nextStep };
};

/** The words for a failed join: an invalid answer is distinguished from a refusal. */
export const joinWords = (error: unknown): FailureWords => {
  const words = wordsOf(error);
  return error instanceof ApiError
    ? { ...words, title: texts.joinFailed(words.title) }
    : { ...words, title: texts.joinInvalid };
};
