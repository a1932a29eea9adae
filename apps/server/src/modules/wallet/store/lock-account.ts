import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";

/** The account's lock as a query, to be part of a larger statement. */
export const accountLock = (uid: string): SQL =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${uid}`}, 0))`;

/** Locks an account's wallet until the transaction ends, so that two devices at the same moment can't create two wallets. */
export const lockAccount = (tx: Executor, uid: string) => tx.execute(accountLock(uid));
