import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";
import { eventsCommitted, NamingClient } from "./naming-client.ts";
import { SharedPool } from "./shared-pool.ts";
import { connectionSettings, type Timeouts, usualTimeouts } from "./timeouts.ts";

/** The database outside of a transaction. Only here can one be opened. */
export type Database = NodePgDatabase<Record<string, never>>;

/** The parameter type of every query function: the database, or the transaction that a command runs in. */
export type Executor = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** The read-only subset of {@link Executor}. */
export type Reader = Pick<Executor, "select" | "selectDistinct" | "selectDistinctOn">;

/** Chats that one process writes to at once: as many as a database of a few cores has use for. */
export const chatConnections = 8;

/** Idle connections close after this, so that other processes can connect. */
const idleMs = 3_000;

/** Options of a pool. */
export interface PoolOptions {
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** Events were committed on one of the connections. */
  readonly onEvents?: () => void;
  /** Timeouts of statements and locks; by default {@link usualTimeouts}. */
  readonly timeouts?: Timeouts;
  /**
   * Whether each connection plans a statement at its first execution for all others. By default PostgreSQL plans the first
   * five for their values, which over a table in partitions takes it several times as long as the execution.
   */
  readonly plansOnce?: boolean;
}

/** A pool of connections; a broken idle one is reported, not thrown. */
export const createPool = (url: string, { max, onError, onEvents, timeouts, plansOnce }: PoolOptions): pg.Pool => {
  const pool = new SharedPool({
    connectionString: url,
    max,
    // One is there for whoever calls after a quiet time, also when other processes have taken all others.
    min: 1,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    Client: NamingClient,
    ...connectionSettings(timeouts ?? usualTimeouts),
    // The connection begins with it, as with the timeouts: nothing waits for a statement of its own.
    ...(plansOnce ? { options: "-c plan_cache_mode=force_generic_plan" } : {}),
  });
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // A connection in use reports its end through its query, too; without a listener it would end the process.
    client.on("error", onError);
    // The driver types only the events of its own.
    if (onEvents) (client as NodeJS.EventEmitter).on(eventsCommitted, onEvents);
  });
  return pool;
};

/** Drizzle over a pool. */
export const createDatabase = (pool: pg.Pool): Database => drizzle(pool);

/** Runs work that may take long, such as deleting what an hour has left, in a transaction with a statement timeout of its own. */
export const withStatementTimeout = <Result>(
  db: Database,
  milliseconds: number,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
    return work(tx);
  });
