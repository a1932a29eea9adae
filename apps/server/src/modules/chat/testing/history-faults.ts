import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { TestApp } from "../../../testing/start-test-app.ts";
import { messages } from "../schema.ts";

/** Faults of a database that servers work with, and how often each happened. */
export class DatabaseFaults {
  readonly counts = { cut: 0, listenersCut: 0, paused: 0 };
  readonly #ctx: TestApp["ctx"];

  constructor({ ctx }: Pick<TestApp, "ctx">) {
    this.#ctx = ctx;
  }

  /** Cuts connections of the database in the middle of their work, except the job queue's, which its library handles. */
  async cutConnections(): Promise<void> {
    this.counts.cut += await this.#terminate(
      `pid <> pg_backend_pid() and state <> 'idle' and query not ilike 'listen%' and query not ilike '%graphile_worker%'`,
    );
  }

  /** Cuts the connections that listen for new events: notifications of that time are lost. */
  async cutListeners(): Promise<void> {
    this.counts.listenersCut += await this.#terminate("query ilike 'listen tribe%'");
  }

  /** Locks the messages for a moment, like a database that pauses. */
  async pause(ms: number): Promise<void> {
    await this.#ctx.db
      .transaction(async (tx) => {
        await tx.execute(sql`lock table ${messages} in access exclusive mode`);
        await wait(ms);
        this.counts.paused += 1;
      })
      .catch(() => undefined); // it was cut itself
  }

  /** @returns how many; none when this connection was cut itself */
  async #terminate(which: string): Promise<number> {
    const text = `select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where datname = current_database() and ${which} limit 2) as chosen`;
    return this.#ctx.pool.query(text).then(
      ({ rows }) => rows.length,
      () => 0,
    );
  }
}
