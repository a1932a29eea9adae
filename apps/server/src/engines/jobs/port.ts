import type { Executor } from "../../db/client.ts";

/** Every job by its name, with its payload in JSON form. Modules add theirs by declaration merging, as in the bus's port. */
export interface JobPayloads {
  /** Removes what has run its time: nonces, events, tokens, challenges. */
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
   * Adds jobs with a key each, by one statement. One that waits already under its key stays when it is, with the new
   * payload: what happens often is done once.
   */
  addMany<Name extends JobName>(
    tx: Executor,
    name: Name,
    jobs: readonly { readonly payload: JobPayloads[Name]; readonly key: string; readonly runAt?: Date }[],
    options?: { maxAttempts?: number },
  ): Promise<void>;
}

/** What runs a job. It must be idempotent. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name]) => Promise<void>;
