import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";
import { eventsCommitted, NamingClient } from "./naming-client.ts";
import { SharedPool } from "./shared-pool.ts";
import { connectionSettings, type Timeouts, usualTimeouts } from "./timeouts.ts";

/** The database outside of a transaction. Transactions can only be opened here. */
export type Database = NodePgDatabase<Record<string, never>> & { readonly $client: pg.Pool };

/** The parameter type of every query function: the database, or the transaction that a command runs in. */
export type Executor = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** The read-only subset of {@link Executor}. */
export type Reader = Pick<Executor, "select" | "selectDistinct" | "selectDistinctOn">;

/** Concurrent chat commits of one process: as many as a database with a few cores can use. */
export const chatConnections = 8;

/** Idle connections close after this, so that other processes can connect. */
const idleMs = 3_000;

/** Options of a pool. */
export interface PoolOptions {
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** Called when events were committed on one of the connections. */
  readonly onEvents?: () => void;
  /** Timeouts of statements and locks; by default {@link usualTimeouts}. */
  readonly timeouts?: Timeouts;
  /**
   * Whether each connection plans a statement once for all values, at its first execution. By default PostgreSQL plans the
   * first five executions for their values, which takes several times as long as the execution on a partitioned table.
   */
  readonly plansOnce?: boolean;
  /** Whether the URL leads to a pooler in transaction mode: then a session has no settings and no named statements. */
  readonly isPooled?: boolean;
}

/** A pool of connections; a broken idle one is reported, not thrown. */
export const createPool = (url: string, options: PoolOptions): pg.Pool => {
  const { max, onError, onEvents, timeouts = usualTimeouts, plansOnce = false, isPooled = false } = options;
  const ofSession = {
    ...connectionSettings(timeouts),
    // Set when the connection starts, like the timeouts: no statement is needed.
    ...(plansOnce ? { options: "-c plan_cache_mode=force_generic_plan" } : {}),
  };
  const pool = new SharedPool({
    connectionString: url,
    max,
    // One connection stays open for the first call after a quiet time, also when other processes have taken all others.
    min: 1,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    // The operating system, too, notices a host that vanished, on connections on which nothing is asked.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: NamingClient,
    // The pool passes its options on to each client, ours too.
    ...{ answerLimit: { statement: timeouts.statement, grace: timeouts.answerGrace }, isPooled },
    ...(isPooled ? {} : ofSession),
  });
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // A connection in use reports its end through its query, too; without a listener it would end the process.
    client.on("error", onError);
    // The driver's types contain only its own events.
    if (onEvents) (client as NodeJS.EventEmitter).on(eventsCommitted, onEvents);
  });
  return pool;
};

/** Drizzle over a pool. */
export const createDatabase = (pool: pg.Pool): Database => drizzle(pool);

/** Runs work that may take long, such as deleting an hour's rows, in a transaction with its own statement timeout. */
export const withStatementTimeout = <Result>(
  db: Database,
  milliseconds: number,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
    return work(tx);
  });
