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

/** PostgreSQL's names of the three that it enforces. */
const namesInPostgres = {
  statement: "statement_timeout",
  lock: "lock_timeout",
  idleInTransaction: "idle_in_transaction_session_timeout",
} as const;

/** {@link Timeouts} under the driver's names, set when each connection starts. */
export const connectionSettings = (timeouts: Timeouts) => ({
  [namesInPostgres.statement]: timeouts.statement,
  [namesInPostgres.lock]: timeouts.lock,
  [namesInPostgres.idleInTransaction]: timeouts.idleInTransaction,
});

/** Reads one setting of a connection: `0` is no timeout. */
type ReadSetting = (name: string) => Promise<string>;

/**
 * The statement that an operator must run when a pooler's connections lack a timeout, null when they have all: a pooler in transaction
 * mode takes none from us, so that a statement without an end would hold its connection, and a lock, for ever.
 * @param role the user that the pooler connects as
 */
export const missingTimeouts = async (read: ReadSetting, role: string): Promise<string | null> => {
  const missing: string[] = [];
  for (const [key, name] of Object.entries(namesInPostgres)) {
    // The keys of the object, whose type Object.entries() loses.
    const milliseconds = usualTimeouts[key as keyof typeof namesInPostgres];
    if ((await read(name)) === "0")
      missing.push(`ALTER ROLE "${role.replaceAll('"', '""')}" SET ${name} = '${milliseconds / 1_000}s';`);
  }
  return missing.length > 0 ? missing.join(" ") : null;
};
