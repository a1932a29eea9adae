import { ApiError, type ApiErrorCode, apiErrors } from "@tribe/contract";

/** What a person reads of a failure: what happened, and what to do. */
export interface Words {
  readonly title: string;
  readonly message: string;
  readonly canRetry: boolean;
}

const nextSteps: Partial<Record<ApiErrorCode, string>> = {
  unavailable: "Check your connection. Nothing was lost.",
  unauthorized: "Your session has ended. Sign in again.",
  signature_invalid: "Reload the page and sign in again.",
  clock_skew: "Set the time of your device to automatic and try again.",
  internal: "The fault is on our side; nothing was lost. Try again in a moment.",
  not_found: "It may have been moved, or the link is not complete.",
  system_paused: "Certain onchain features are paused. Your tokens and SOL are safe.",
  ticket_open: "Wait until it has ended; then try again.",
  ticket_expired: "Nothing was sent and nothing was paid.",
  slippage_exceeded: "The price moved further than your slippage allows. Try again, or raise the slippage.",
  insufficient_sol: "Deposit SOL or choose a smaller amount.",
  more_sol_needed: "You need at least 0.025 SOL. Deposit some and come back.",
  conflict: "Look again and repeat what you wanted to do.",
};

/** The next step for a code of the catalogue; empty when its own words say it all. */
export const adviceOf = (code: ApiErrorCode): string => nextSteps[code] ?? "";

/** Finds the words for any failure. What is not of the catalogue is called an unexpected error, without details. */
export const wordsOf = (error: unknown): Words => {
  if (!(error instanceof ApiError))
    return { title: "Unexpected error", message: "Nothing was lost. Try again, or reload the page.", canRetry: true };
  const entry = apiErrors[error.code];
  const wait = error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} s.` : "";
  return {
    title: error.message,
    message: `${adviceOf(error.code)}${wait}`.trim(),
    canRetry: entry.retry !== "never",
  };
};

/** The code of a failure, or null when it is not of the catalogue. */
export const codeOf = (error: unknown): ApiErrorCode | null => (error instanceof ApiError ? error.code : null);
