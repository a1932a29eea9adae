import { lightTokenAuthority } from "@tribe/chain/accounts";
import type { Address, Mint } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { tokenAccounts, tokenMoves } from "../schema.ts";

/** Stores moves, each once. */
export const storeMoves = async (tx: Executor, rows: readonly (typeof tokenMoves.$inferInsert)[]): Promise<void> => {
  await insertMany(tx, tokenMoves, rows, sql`on conflict do nothing`);
};

/** An account whose moves do not add up to its balance: some were never seen. */
export interface Unexplained {
  readonly account: Address;
  /** Its balance in base units of its own mint. */
  readonly units: bigint;
}

/** Such accounts of a Tribe. */
export const unexplainedAccounts = async (db: Reader, mint: Mint): Promise<Unexplained[]> => {
  const units = sql<string>`coalesce(${tokenAccounts.newAmount}, ${tokenAccounts.amount})`;
  // Named in full: in a statement of one table, Drizzle writes columns without it.
  const moved = sql`(select coalesce(sum(moves.units_after - moves.units_before), 0) from ${tokenMoves} as moves
    where moves.account = ${tokenAccounts}.account)`;
  const rows = await db
    .select({ account: tokenAccounts.account, units })
    .from(tokenAccounts)
    // Light's own account counts as empty, whatever is in it.
    .where(
      and(
        eq(tokenAccounts.mint, mint),
        sql`${tokenAccounts.owner} <> ${lightTokenAuthority}`,
        sql`${units} <> ${moved}`,
      ),
    );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
};

/** The signatures of an account's moves. */
export const movedBy = async (db: Reader, account: Address): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ signature: tokenMoves.signature })
    .from(tokenMoves)
    .where(eq(tokenMoves.account, account));
  return new Set(rows.map(({ signature }) => signature));
};
