import { ApiError } from "@tribe/contract";
import { type FailureWords, failureBecauseOf, networkFailure, rpcFailure, stepFailure } from "@tribe/domain/words";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";
import { isUnreadable } from "./send-refusal.ts";

/** The failure for a preparation that the network's node refused or did not answer. @param error thrown by rpcCall */
export const unreachedFailure = (error: unknown, isOnline = () => navigator.onLine): FailureWords => {
  const prepareFailed = stepFailure("prepare_failed");
  const why = networkWords(error instanceof ApiError ? error.cause : null, isOnline);
  return why ? failureBecauseOf(prepareFailed, why) : prepareFailed;
};

const networkWords = (cause: unknown, isOnline: () => boolean): FailureWords | null => {
  if (cause instanceof RpcRefusal) return rpcFailure(cause.code);
  if (isUnreadable(cause)) return networkFailure("unreadable");
  if (cause instanceof DOMException && cause.name === "TimeoutError") return networkFailure("timeout");
  // The error of `fetch` without a connection.
  return cause instanceof TypeError ? networkFailure(isOnline() ? "down" : "offline") : null;
};
