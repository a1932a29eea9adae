import { ApiError } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { lostConnections } from "./lost-connections.ts";
import { tooManyConnections } from "./shared-pool.ts";

/** SQLSTATEs: a statement's timeout, a lock's, an idle transaction's; no connection available. */
const timeoutCodes = new Set(["57014", "55P03", "25P03", tooManyConnections]);

/** The pool's messages when no connection became free in time, and when a new one was not opened in time: it has no codes. */
const timeoutMessages = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
]);

/**
 * SQLSTATEs of a server that cannot do any work now: it shuts down, crashed, or starts; it lacks disk or memory; its files fail; it
 * became a standby, which refuses writes; a transaction that it ended for another's sake.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const isAwayCode = (code: string): boolean =>
  /^(08|53|58)/.test(code) || ["57P01", "57P02", "57P03", "57P05", "25006", "40001", "40P01"].includes(code);

/** The driver's messages for a query whose connection ended: it has no codes. */
const lostMessages = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
]);

/** Codes of operating systems for a host, a port or a connection that is not there. */
const networkCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "ECONNABORTED"],
]);

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/**
 * The caller's error when the database took too long or could not be reached: `unavailable`, after which the caller may try again.
 * Whether a command whose connection ended was committed is not known; what may not happen twice has a key of its own. Null for any
 * other error, another host's connection error included.
 */
export const unavailableOf = (error: unknown): ApiError | null => {
  let isFromDatabase = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    isFromDatabase ||= cause instanceof DrizzleQueryError || lostConnections.has(cause);
    const code = codeOf(cause);
    if (timeoutCodes.has(code) || timeoutMessages.has(cause.message))
      return new ApiError("unavailable", { message: texts.tookTooLong, cause: error });
    if (isAwayCode(code) || lostMessages.has(cause.message) || (isFromDatabase && networkCodes.has(code)))
      return new ApiError("unavailable", { cause: error });
  }
  return null;
};
