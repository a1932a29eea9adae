import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../db/client.ts";

/**
 * Blocks all other writes to a table while `during` runs, so that a call can be aborted or repeated at exactly that point.
 * @param during gets a function that resolves once this many statements wait for a lock
 */
export const withTableLocked = (
  db: Database,
  table: string,
  during: (waiting: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in exclusive mode`);
    await during(async (count) => {
      await expect
        .poll(async () => {
          // A transaction keeps its first view of the activity: connections made since would never be in it.
          await tx.execute(sql`select pg_stat_clear_snapshot()`);
          // On this transaction's own connection. PostgreSQL has other databases, whose statements wait for their own locks.
          const { rows } = await tx.execute<{ waiting: number }>(sql`
            select count(distinct pid)::int as waiting from pg_stat_activity join pg_locks using (pid)
            where not granted and datname = current_database()`);
          return rows[0]?.waiting;
        })
        .toBe(count);
    });
  });
