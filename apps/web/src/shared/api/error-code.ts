import { ApiError, type ApiErrorCode } from "@tribe/contract";

/** The code of a failure, or null when it is not of the catalogue. */
export const codeOf = (error: unknown): ApiErrorCode | null => (error instanceof ApiError ? error.code : null);
