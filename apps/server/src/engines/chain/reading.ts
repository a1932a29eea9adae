import { ApiError } from "@tribe/contract";

/** @throws ApiError `unavailable` when the chain does not answer. */
export const reading = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new ApiError("unavailable", { cause });
  });
