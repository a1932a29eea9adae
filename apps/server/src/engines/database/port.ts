/** A PostgreSQL that answers at `url`. */
export interface DatabaseServer {
  /** Connection string of our database, password included: never log it. */
  readonly url: string;
  /** Ends the server if we run it; an external one is left alone. */
  stop(): Promise<void>;
}

/** Why PostgreSQL could not be had, in words that say what to do. */
export class DatabaseStartError extends Error {
  override readonly name = "DatabaseStartError";
}
