import type { Executor } from "../../db/client.ts";

/** Every job by its name, with its payload in JSON form. Modules add theirs by declaration merging, as in the bus's port. */
export interface JobPayloads {
  /** Removes expired rows: nonces, events, tokens, challenges. */
  "system.sweep": Record<string, never>;
}

export type JobName = keyof JobPayloads;

/** Work that survives a crash: it runs at least once and is retried with growing pauses until it succeeds. */
export interface Jobs {
  /** Adds a job in the caller's transaction. A `key` replaces a waiting job with the same key. */
  add<Name extends JobName>(
    tx: Executor,
    name: Name,
    payload: JobPayloads[Name],
    options?: { runAt?: Date; key?: string; maxAttempts?: number },
  ): Promise<void>;
  /**
   * Adds jobs with a key each, by one statement. A job already waiting under its key keeps its time and gets the new payload:
   * frequent requests run once.
   */
  addMany<Name extends JobName>(
    tx: Executor,
    name: Name,
    jobs: readonly { readonly payload: JobPayloads[Name]; readonly key: string; readonly runAt?: Date }[],
    options?: { maxAttempts?: number },
  ): Promise<void>;
}

/** Runs a job. It must be idempotent. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name]) => Promise<void>;
