import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";

/** The query that takes an account's turn, for a statement that does more. */
export const accountLock = (uid: string): SQL =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${uid}`}, 0))`;

/** Two devices of an account take turns, so that one wallet cannot become two. */
export const lockAccount = (tx: Executor, uid: string) => tx.execute(accountLock(uid));
