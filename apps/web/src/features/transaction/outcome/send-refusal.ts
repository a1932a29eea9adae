import { ApiError } from "@tribe/contract";
import { type FailureWords, failureDetails, stepFailure } from "@tribe/domain/words";
import * as z from "zod/mini";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";

/** A node that is busy or behind, and refuses nothing about the transaction itself: HTTP's codes, and JSON-RPC's. */
const busyCodes: ReadonlySet<number> = new Set([408, 429, 502, 503, 504, -32005, -32004, -32016]);

const loggedSchema = z.object({ logs: z.array(z.string()) });

/** Whether an answer came that is not of a Solana node. */
export const isUnreadable = (cause: unknown): boolean =>
  cause instanceof SyntaxError || cause instanceof z.core.$ZodError;

/**
 * The words for a transaction that no node ever took, by the last sending's error, once it can't land any more: 'Send
 * transaction error' with what the node said, 'Send failed' when its answer could not be read, and else the congestion that
 * let no answer through.
 */
export const sendRefusal = (error: unknown): FailureWords => {
  const cause = error instanceof ApiError ? error.cause : null;
  if (cause instanceof RpcRefusal) {
    const { name: errorCode, code: errorNumber, message: errorMessage, data } = cause;
    const logs = z.safeParse(loggedSchema, data).data?.logs ?? null;
    const details = failureDetails({ errorCode, errorNumber, errorMessage, logs });
    const words = stepFailure(busyCodes.has(errorNumber) ? "congestion" : "send_error");
    return details ? { ...words, details } : words;
  }
  return stepFailure(isUnreadable(cause) ? "send_failed" : "congestion");
};
