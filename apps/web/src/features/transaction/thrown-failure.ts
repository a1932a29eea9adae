import { callFailure, type FailureWords } from "@tribe/domain";
import { FailureError } from "../../shared/transactions/failure-error.ts";

/** The words for whatever a preparation threw. */
export const thrownFailure = (error: unknown, otherwise: FailureWords): FailureWords =>
  error instanceof FailureError ? error.failure : callFailure(error, otherwise);
