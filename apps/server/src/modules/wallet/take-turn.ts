import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";

/** Two devices of an account take turns, so that one wallet cannot become two. */
export const takeTurn = (tx: Executor, uid: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${uid}`}, 0))`);
