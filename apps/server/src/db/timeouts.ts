import { ApiError } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { tooManyConnections } from "./shared-pool.ts";

/** Timeouts that PostgreSQL enforces, in milliseconds. */
export interface Timeouts {
  /** A statement's execution. */
  readonly statement: number;
  /** A statement's wait for one lock. */
  readonly lock: number;
  /** A transaction without statements: it would keep its locks forever. */
  readonly idleInTransaction: number;
}

/** No call's statement takes seconds; the longest reads of workers do. */
export const usualTimeouts: Timeouts = { statement: 30_000, lock: 10_000, idleInTransaction: 30_000 };

/** {@link Timeouts} under the driver's names, set when each connection starts. */
export const connectionSettings = ({ statement, lock, idleInTransaction }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** SQLSTATEs: a statement's timeout, a lock's, an idle transaction's; no connection available. */
const timeoutCodes = new Set(["57014", "55P03", "25P03", tooManyConnections]);

/** The pool's messages when no connection became free in time, and when a new one was not opened in time: it has no codes. */
const timeoutMessages = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
]);

/** The caller's error when the database took too long; null for any other error. */
export const timeoutOf = (error: unknown): ApiError | null => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isOurs = "code" in cause && typeof cause.code === "string" && timeoutCodes.has(cause.code);
    if (isOurs || timeoutMessages.has(cause.message))
      return new ApiError("unavailable", { message: texts.tookTooLong, cause: error });
  }
  return null;
};
