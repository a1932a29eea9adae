import { ApiError } from "@tribe/contract";
import { apiFailure, type FailureWords, stepFailure, texts, tryAgainSoon } from "@tribe/domain/words";
import { createElement, type ReactElement } from "react";
import { FailureCode } from "./FailureCode.tsx";

/** Finds the words for any failure of a call. What is not of the catalogue is called an unexpected error, without details. */
export const wordsOf = (error: unknown): FailureWords =>
  error instanceof ApiError
    ? apiFailure(error.code, { message: error.message, retryAfterSeconds: error.retryAfterSeconds })
    : stepFailure("unexpected");

/** Words as an error panel shows them: with their code behind a fold. It comes with the words, which most visits don't load. */
export const shownWithCode = <Words extends FailureWords>(words: Words): Words & { readonly footer: ReactElement } => ({
  ...words,
  footer: createElement(FailureCode, { code: words.code }),
});

/** {@link wordsOf} and {@link shownWithCode}. */
export const shownFailure = (error: unknown) => shownWithCode(wordsOf(error));

/** {@link shownFailure} above a 'Try again': a next step that says just that is left out. */
export const shownAboveRetry = (error: unknown) => {
  const { nextStep, ...words } = shownFailure(error);
  return nextStep === tryAgainSoon ? words : { ...words, nextStep };
};

/** A failed join: an answer that is not of the contract is told from a refusal. */
export const joinWords = (error: unknown): FailureWords => {
  const words = wordsOf(error);
  return error instanceof ApiError
    ? { ...words, title: texts.joinFailed(words.title) }
    : { ...words, title: texts.joinInvalid };
};
