import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { NamingClient } from "./naming-client.ts";

/** The database outside of a transaction. Only here can one be opened. */
export type Database = NodePgDatabase<Record<string, never>>;

/** What a query needs: the database, or the transaction that a command runs in. Take this in `repo.ts` functions. */
export type Executor = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A pool of connections; a broken idle one is reported, not thrown. */
export const createPool = (url: string, options: { max: number; onError: (error: Error) => void }): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: 10_000,
    Client: NamingClient,
  });
  pool.on("error", options.onError);
  // A connection in use reports its end through its query, too; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", options.onError));
  return pool;
};

/** Drizzle over a pool. */
export const createDatabase = (pool: pg.Pool): Database => drizzle(pool);
