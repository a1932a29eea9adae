import type { Mint } from "@tribe/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import {
  chainEvents,
  holdings,
  indexerCursors,
  pools,
  referrers,
  tokenAccounts,
  tokenMoves,
  tokens,
  trades,
} from "../schema.ts";

/** All that the index has of a Tribe. Two indexes of the same chain have equal snapshots. */
export const snapshotOf = async (db: Database, mint: Mint) => ({
  token: await db.select().from(tokens).where(eq(tokens.mint, mint)),
  pool: await db.select().from(pools).where(eq(pools.mint, mint)),
  trades: await db.select().from(trades).where(eq(trades.mint, mint)).orderBy(asc(trades.seq)),
  events: await db.select().from(chainEvents).where(eq(chainEvents.mint, mint)).orderBy(asc(chainEvents.seq)),
  accounts: (await db.select().from(tokenAccounts).where(eq(tokenAccounts.mint, mint)))
    .map(({ account, owner, amount, newAmount }) => ({ account, owner, amount, newAmount }))
    .sort((a, b) => (a.account < b.account ? -1 : 1)),
  moves: await db
    .select()
    .from(tokenMoves)
    .where(eq(tokenMoves.mint, mint))
    .orderBy(asc(tokenMoves.slot), asc(tokenMoves.account), asc(tokenMoves.signature)),
  holdings: await db.select().from(holdings).where(eq(holdings.mint, mint)).orderBy(asc(holdings.owner)),
  // Over all Tribes, because an inviter's sum is.
  referrers: await db.select().from(referrers).orderBy(asc(referrers.address)),
});

/** Empties the index, as before its first read of the chain. */
export const forgetIndex = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    // Locks what the intake locks, so that nothing is ingested while half of it is deleted.
    await tx.execute(sql`lock table ${indexerCursors} in exclusive mode`);
    for (const table of [
      chainEvents,
      trades,
      pools,
      tokens,
      tokenAccounts,
      tokenMoves,
      holdings,
      referrers,
      indexerCursors,
    ])
      await tx.delete(table);
  });
