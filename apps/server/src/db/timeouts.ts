/** Timeouts of a connection, in milliseconds. PostgreSQL enforces all but the last. */
export interface Timeouts {
  /** A statement's execution. */
  readonly statement: number;
  /** A statement's wait for one lock. */
  readonly lock: number;
  /** A transaction without statements: it would keep its locks forever. */
  readonly idleInTransaction: number;
  /**
   * How much longer than a statement may take this process waits for its answer, before it ends the connection: a host that vanished
   * says nothing, and the operating system would wait for a quarter of an hour.
   */
  readonly answerGrace: number;
}

/** No call's statement takes seconds; the longest reads of workers do. */
export const usualTimeouts: Timeouts = {
  statement: 30_000,
  lock: 10_000,
  idleInTransaction: 30_000,
  answerGrace: 5_000,
};

/** {@link Timeouts} under the driver's names, set when each connection starts; `answerGrace` is for {@link NamingClient}. */
export const connectionSettings = ({ statement, lock, idleInTransaction, answerGrace }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
  answerGrace,
});
