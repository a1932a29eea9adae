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
 * Whether the answer to a handed-in signature says that the server has not signed and never will. Anything else (a lost
 * answer, a fault, a session that has ended) says nothing of the transaction, and the same signature is handed in again.
 */
export const isNeverSigned = (error: unknown): error is ApiError => error instanceof ApiError && final.has(error.code);
