import { SwapError } from "@tribe/chain/swap";
import { ApiError, type ApiErrorCode } from "@tribe/contract";
import { callFailure, type FailureWords, stepFailure, withRequest } from "@tribe/domain/words";
import { FailureError } from "../../../shared/transactions/failure-error.ts";
import { swapFailure } from "../../../shared/transactions/swap-failure.ts";

/** No answer, or none of our API: a proxy's page, a gateway's timeout, an error inside the server. */
const trouble: ReadonlySet<ApiErrorCode> = new Set(["unavailable", "internal"]);

/** The failure for an error that a preparation threw. */
export const thrownFailure = (error: unknown, otherwise: FailureWords): FailureWords => {
  if (error instanceof FailureError) return error.failure;
  if (error instanceof SwapError) return swapFailure(error.reason);
  if (error instanceof ApiError && trouble.has(error.code)) return withRequest(stepFailure("server_trouble"), error);
  return callFailure(error, otherwise);
};
