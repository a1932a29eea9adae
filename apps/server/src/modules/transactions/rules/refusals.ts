import { ApiError } from "@tribe/contract";
import { apiCodeOf, type FailureWords, failureOfReason, stepFailure } from "@tribe/domain/words";
import type { TicketRow } from "../schema.ts";

/** The reason of a ticket whose token account could not be closed, because tokens had arrived in it. */
export const accountNotClosed = stepFailure("account_not_closed").code;

/** Blocks that must remain when the admin signs: with fewer, the transaction may expire before it lands. */
const minRemainingBlocks = 30;

/** Why a ticket is withdrawn before the admin signs: the reason that its owner reads later, and the error of this call. */
export interface Refusal {
  readonly reason: string;
  readonly retry: boolean;
  readonly error: ApiError;
}

/** The refusal of a ticket that may expire before it lands; null when enough blocks remain. */
export const expiryRefusal = ({ lastValidBlockHeight }: TicketRow, blockHeight: bigint): Refusal | null => {
  if (lastValidBlockHeight - Number(blockHeight) >= minRemainingBlocks) return null;
  const error = new ApiError("ticket_expired");
  return { reason: `api.${error.code}`, retry: true, error };
};

/** The refusal of a ticket whose simulation failed; null when the failure decides nothing. */
export const simulationRefusal = (failure: FailureWords): Refusal | null => {
  // The node is behind and does not know the blockhash yet; the chain will decide.
  if (failure.code === "transaction.BlockhashNotFound") return null;
  return {
    reason: failure.code,
    retry: failure.retry === "safe",
    // Only without the closing can it succeed: the page prepares it again, and the person confirms that.
    error:
      failure.code === accountNotClosed
        ? expiredBecause(failure.code)
        : new ApiError(apiCodeOf(failure), { detail: failure.code }),
  };
};

/** The error of a ticket that was withdrawn before: the same again, because its caller may not have got it. */
export const refusedBefore = ({ errorReason }: TicketRow): ApiError => {
  // Any reason that is not the chain's means that the ticket has expired or was replaced: the page prepares another one.
  if (errorReason === null || /^(api|step)\./.test(errorReason)) return expiredBecause(errorReason);
  return new ApiError(apiCodeOf(failureOfReason(errorReason, false)), { detail: errorReason });
};

/** A ticket that can never land, so that the page prepares another one. */
const expiredBecause = (detail: string | null): ApiError =>
  new ApiError("ticket_expired", detail === accountNotClosed ? { detail } : {});
