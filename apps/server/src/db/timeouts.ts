import { ApiError } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { tooManyConnections } from "./shared-pool.ts";

/** What PostgreSQL ends by itself, in milliseconds. */
export interface Timeouts {
  /** A statement that runs so long. */
  readonly statement: number;
  /** A statement that waits so long for one lock. */
  readonly lock: number;
  /** A transaction in which nothing is asked for so long: it would keep its locks for ever. */
  readonly idleInTransaction: number;
}

/** No call's statement takes seconds; the longest reads of workers do. */
export const usualTimeouts: Timeouts = { statement: 30_000, lock: 10_000, idleInTransaction: 30_000 };

/** {@link Timeouts} under the driver's names; each connection begins with them. */
export const connectionSettings = ({ statement, lock, idleInTransaction }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** SQLSTATEs: a statement's timeout, a lock's, an idle transaction's; no connection that was waited for. */
const timeoutCodes = new Set(["57014", "55P03", "25P03", tooManyConnections]);

/** What the pool says when no connection came free in time, and when a new one was not opened in time: it has no codes. */
const timeoutMessages = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
]);

/** What a caller is told when the database took too long; null when it was something else. */
export const timeoutOf = (error: unknown): ApiError | null => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isOurs = "code" in cause && typeof cause.code === "string" && timeoutCodes.has(cause.code);
    if (isOurs || timeoutMessages.has(cause.message))
      return new ApiError("unavailable", { message: texts.tookTooLong, cause: error });
  }
  return null;
};
