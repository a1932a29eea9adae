import { ApiError } from "@tribe/contract";
import { type FailureWords, failureDetails, stepFailure } from "@tribe/domain/words";
import * as z from "zod/mini";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";

/** A node that is busy or behind, and refuses nothing about the transaction itself. */
const busyCodes: ReadonlySet<number> = new Set([429, -32005, -32004, -32016]);

/**
 * The words for a transaction that no node ever took, by the last sending's error, once it can't land any more: 'Send
 * transaction error' with what the node said, 'Send failed' when its answer could not be read, and else the congestion that
 * let no answer through.
 */
export const sendRefusal = (error: unknown): FailureWords => {
  const cause = error instanceof ApiError ? error.cause : null;
  if (cause instanceof RpcRefusal) {
    const { name: errorCode, code: errorNumber, message: errorMessage, logs } = cause;
    const details = failureDetails({ errorCode, errorNumber, errorMessage, logs });
    const words = stepFailure(busyCodes.has(errorNumber) ? "congestion" : "send_error");
    return details ? { ...words, details } : words;
  }
  const isUnreadable = cause instanceof SyntaxError || cause instanceof z.core.$ZodError;
  return stepFailure(isUnreadable ? "send_failed" : "congestion");
};
