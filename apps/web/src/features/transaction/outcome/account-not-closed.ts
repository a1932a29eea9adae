import { type FailureWords, stepFailure } from "@tribe/domain/words";

/**
 * Whether a transaction failed only because tokens had arrived in an account that it was to close. Prepared again, it leaves
 * that account open, and goes through.
 */
export const isAccountNotClosed = ({ code }: Pick<FailureWords, "code">): boolean =>
  code === stepFailure("account_not_closed").code;
