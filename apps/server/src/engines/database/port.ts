/** A running PostgreSQL at `url`. */
export interface DatabaseServer {
  /** Connection string of our database, including the password: never log it. */
  readonly url: string;
  /** Stops the server if we run it; an external one is left alone. */
  stop(): Promise<void>;
}

/** Why PostgreSQL is not available; the message says what to do. */
export class DatabaseStartError extends Error {
  override readonly name = "DatabaseStartError";
}
