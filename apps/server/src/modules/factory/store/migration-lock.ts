import type { Mint } from "@tribe/contract";
import type pg from "pg";

/** Namespace of our advisory locks; no other of ours uses this number. */
const migrationLocks = 7_421_689;

/**
 * Does work on a token's migration unless another node does. The lock belongs to a connection, so that no transaction is open
 * while waiting for the chain. If a node is killed, its lock ends with the connection.
 */
export const withMigrationLock = async (pool: pg.Pool, mint: Mint, work: () => Promise<void>): Promise<void> => {
  const holder = await pool.connect();
  const lock = [migrationLocks, mint];
  try {
    const { rows } = await holder.query("select pg_try_advisory_lock($1, hashtext($2)) as mine", lock);
    if (rows[0]?.mine !== true) return holder.release();
    await work();
    await holder.query("select pg_advisory_unlock($1, hashtext($2))", lock);
    holder.release();
  } catch (error) {
    // Ending the connection releases the lock in any case.
    holder.release(true);
    throw error;
  }
};
