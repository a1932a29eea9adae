import { ApiError, type ApiErrorCode } from "@tribe/contract";

const unclearCodes: ReadonlySet<ApiErrorCode> = new Set(["unavailable", "internal", "too_many_requests"]);

/**
 * Whether a failed hand-in of a signature says nothing about the transaction: the answer may have been lost. The same
 * ticket put twice is one transaction, so it is put again.
 */
export const isUnclear = (error: unknown): boolean => error instanceof ApiError && unclearCodes.has(error.code);
