import type { FailureWords } from "./failure-words.ts";
import { stepFailures } from "./step-failures.ts";

/** 'Confirm callback failed: …' with the title of what the callback failed by. */
export const callbackFailure = (inner: FailureWords): FailureWords => ({
  ...inner,
  title: `${stepFailures.callback_failed.title}: ${inner.title}`,
});

/**
 * 'Failed to sign transaction for …' with the name of what it is for, which a person chose.
 * @param cause why the wallet gave no signature, in its own words.
 */
export const signFailure = (name: string, cause: string = stepFailures.sign_failed.cause): FailureWords => ({
  ...stepFailures.sign_failed,
  title: `${stepFailures.sign_failed.title} for ${name}`,
  cause,
});

/** A step's own title, and why it failed with what can be done about it from another failure. */
export const failureBecauseOf = (
  step: FailureWords,
  { title, cause, nextStep, retry }: FailureWords,
): FailureWords => ({
  ...step,
  cause: `${title.replace(/\.$/, "")}. ${cause}`,
  nextStep,
  retry,
});
