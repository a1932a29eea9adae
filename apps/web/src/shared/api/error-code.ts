import { ApiError, type ApiErrorCode } from "@tribe/contract";

/** The code of a failure, or null if it is not in the catalogue. */
export const codeOf = (error: unknown): ApiErrorCode | null => (error instanceof ApiError ? error.code : null);
