import { SwapError } from "@tribe/chain";
import { callFailure, type FailureWords } from "@tribe/domain";
import { FailureError } from "../../shared/transactions/failure-error.ts";
import { swapFailure } from "../../shared/transactions/swap-failure.ts";

/** The words for whatever a preparation threw. */
export const thrownFailure = (error: unknown, otherwise: FailureWords): FailureWords => {
  if (error instanceof FailureError) return error.failure;
  return error instanceof SwapError ? swapFailure(error.reason) : callFailure(error, otherwise);
};
