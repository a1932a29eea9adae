import { ApiError } from "@tribe/contract";
import { type FailureWords, failureDetails, stepFailure } from "@tribe/domain/words";
import * as z from "zod/mini";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";

/** Codes of HTTP and JSON-RPC for a node that is busy or lags: the transaction itself was not refused. */
const busyCodes: ReadonlySet<number> = new Set([408, 429, 502, 503, 504, -32005, -32004, -32016]);

const loggedSchema = z.object({ logs: z.array(z.string()) });

/** Whether there was an answer that no Solana node sends. */
export const isUnreadable = (cause: unknown): boolean =>
  cause instanceof SyntaxError || cause instanceof z.core.$ZodError;

/**
 * The failure of an expired transaction that no node accepted, by the error of the last submission: "Send transaction error"
 * with the node's error, "Send failed" if its answer could not be parsed, otherwise congestion.
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
