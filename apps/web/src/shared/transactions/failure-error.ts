import type { FailureWords } from "@tribe/domain/words";

/** A failure with its words: `prepareTransaction` and `onConfirm` of a transaction dialog may throw it. */
export class FailureError extends Error {
  override readonly name = "FailureError";
  readonly failure: FailureWords;

  constructor(failure: FailureWords, options?: { cause?: unknown }) {
    super(failure.title, options);
    this.failure = failure;
  }
}
