/** A running PostgreSQL at `url`. */
export interface DatabaseServer {
  /** Connection string of our database, including the password: never log it. */
  readonly url: string;
  /** Connection string of a pooler in transaction mode in front of it; undefined without one. */
  readonly poolerUrl?: string;
  /** Stops the server if we run it; an external one is left alone. */
  stop(): Promise<void>;
}

/** Why PostgreSQL is not available; the message says what to do. */
export class DatabaseStartError extends Error {
  override readonly name = "DatabaseStartError";
}
