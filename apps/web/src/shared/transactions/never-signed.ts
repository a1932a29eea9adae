import { ApiError, type ApiErrorCode } from "@tribe/contract";

const final: ReadonlySet<ApiErrorCode> = new Set([
  "slippage_exceeded",
  "insufficient_sol",
  "trade_submission_failed",
  "ticket_signature_invalid",
  "ticket_expired",
  "ticket_unknown",
]);

/**
 * Whether the server's answer to a submitted signature means that it has not signed and never will. Any other error (a lost
 * answer, a fault, an expired session) says nothing about the transaction, and the same signature is submitted again.
 */
export const isNeverSigned = (error: unknown): error is ApiError => error instanceof ApiError && final.has(error.code);
