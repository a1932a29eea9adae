import type { FailureWords } from "./failure-words.ts";
import { stepFailures } from "./step-failures.ts";

/** 'Confirm callback failed: …' with the title of the callback's failure. */
export const callbackFailure = (inner: FailureWords): FailureWords => ({
  ...inner,
  title: `${stepFailures.callback_failed.title}: ${inner.title}`,
});

/**
 * 'Failed to sign transaction for …' with a name that a person chose.
 * @param cause why the wallet did not sign, in its own words
 */
export const signFailure = (name: string, cause: string = stepFailures.sign_failed.cause): FailureWords => ({
  ...stepFailures.sign_failed,
  title: `${stepFailures.sign_failed.title} for ${name}`,
  cause,
});

/** A step's own title, with the cause and next step of another failure. */
export const failureBecauseOf = (
  step: FailureWords,
  { title, cause, nextStep, retry }: FailureWords,
): FailureWords => ({
  ...step,
  cause: `${title.replace(/\.$/, "")}. ${cause}`,
  nextStep,
  retry,
});
