import { type Address, type Mint, type TokenUnits, tokenUnits } from "@tribe/contract";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { type Holder, type HolderSums, holderKey } from "../rules/balances.ts";
import { holdings, tokenAccounts, tokens } from "../schema.ts";

/** What one wallet holds of a token in the index, of old and new tokens, in old ones; 0 for nothing. */
export const holdingOf = async (db: Executor, mint: Mint, owner: Address): Promise<TokenUnits> => {
  const [row] = await db
    .select({ amount: holdings.amount })
    .from(holdings)
    .where(and(eq(holdings.mint, mint), eq(holdings.owner, owner)));
  return row?.amount ?? tokenUnits(0n);
};

/** Every known account of a Tribe's two mints, to be compared with the chain. */
export const storedAccounts = (db: Executor, mint: Mint) =>
  db.select().from(tokenAccounts).where(eq(tokenAccounts.mint, mint));

/** The known accounts of one owner for a Tribe's two mints that held something. */
export const accountsOfOwner = (db: Reader, mint: Mint, owner: Address) =>
  db
    .select()
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, mint), eq(tokenAccounts.owner, owner), gt(tokenAccounts.amount, tokenUnits(0n))));

/** Who owns these accounts in the index. */
export const ownersOfAccounts = (db: Executor, accounts: readonly Address[]): Promise<Holder[]> =>
  db
    .select({ mint: tokenAccounts.mint, owner: tokenAccounts.owner })
    .from(tokenAccounts)
    .where(inArray(tokenAccounts.account, [...accounts]));

/** Stores accounts; older versions than what is stored are ignored. */
export const storeAccounts = async (
  tx: Executor,
  rows: readonly (typeof tokenAccounts.$inferInsert)[],
): Promise<void> => {
  const newestWins = sql`on conflict (account) do update set mint = excluded.mint, owner = excluded.owner,
    amount = excluded.amount, new_amount = excluded.new_amount, version = excluded.version
    where ${tokenAccounts}.version <= excluded.version`;
  await insertMany(tx, tokenAccounts, rows, newestWins);
};

/** The sums of these owners' accounts now, and of other mints that they hold. */
export const sumsOf = async (tx: Executor, holders: readonly Holder[]): Promise<HolderSums> => {
  const rows = await tx
    .select({
      mint: tokenAccounts.mint,
      owner: tokenAccounts.owner,
      amount: sql<string>`sum(${tokenAccounts.amount})`,
    })
    .from(tokenAccounts)
    .where(
      and(
        inArray(tokenAccounts.mint, [...new Set(holders.map(({ mint }) => mint))]),
        inArray(tokenAccounts.owner, [...new Set(holders.map(({ owner }) => owner))]),
      ),
    )
    .groupBy(tokenAccounts.mint, tokenAccounts.owner);
  return new Map(rows.map((row) => [holderKey(row), BigInt(row.amount)]));
};

/** Stores holdings. Owners of nothing are deleted. */
export const storeHoldings = async (tx: Executor, moved: readonly (typeof holdings.$inferSelect)[]): Promise<void> => {
  const held = moved.filter(({ amount }) => amount > 0n);
  await insertMany(tx, holdings, held, sql`on conflict (mint, owner) do update set amount = excluded.amount`);
  const gone = moved.filter(({ amount }) => amount === 0n);
  for (const mint of new Set(gone.map((row) => row.mint))) {
    const owners = gone.filter((row) => row.mint === mint).map(({ owner }) => owner);
    await tx.delete(holdings).where(and(eq(holdings.mint, mint), inArray(holdings.owner, owners)));
  }
};

/** Adds to the numbers of holders. The caller has locked the tokens. */
export const addHolderCounts = async (tx: Executor, counts: ReadonlyMap<Mint, number>): Promise<void> => {
  for (const [mint, difference] of counts)
    if (difference !== 0)
      await tx
        .update(tokens)
        .set({ holderCount: sql`${tokens.holderCount} + ${difference}` })
        .where(eq(tokens.mint, mint));
};
