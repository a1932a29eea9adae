import { type ApiErrorCode, apiErrors, isApiErrorCode } from "@tribe/contract";
import { apiFailure, type FailureWords, stepFailure } from "@tribe/domain";

const steps = (["slippage", "busy_network", "invalid_reserve"] as const).map(stepFailure);
const codes = Object.keys(apiErrors).filter(isApiErrorCode);

/** How a transaction that the server followed has failed; a reason that is not of the catalogue is not shown. */
export const reasonFailure = (reason: string | null): FailureWords => {
  const code = codes.find((known: ApiErrorCode) => apiErrors[known].message === reason);
  return steps.find(({ title }) => title === reason) ?? (code ? apiFailure(code) : stepFailure("transaction_failed"));
};
