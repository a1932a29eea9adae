import { type Address, type Mint, type TokenUnits, tokenUnits } from "@tribe/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { tokenAccounts, tokens } from "./schema.ts";

/** One token account as some source saw it. */
export interface Sighting {
  readonly account: Address;
  readonly mint: Mint;
  readonly owner: Address;
  /** 0 also when the account is closed. */
  readonly amount: TokenUnits;
  /** From {@link versionOfTransaction} or {@link versionOfRead}. */
  readonly version: number;
}

/** A transaction's balances hold after it, but others of the same slot may have followed. */
export const versionOfTransaction = (slot: bigint | number): number => Number(slot) * 2;
/** A read at a slot has seen every transaction of that slot. */
export const versionOfRead = (slot: bigint | number): number => Number(slot) * 2 + 1;

/** Sums per owner and mint. An owner without an account is absent. */
export const holdingsOf = async (
  db: Executor,
  mint: Mint,
  owners: readonly Address[],
): Promise<Map<Address, TokenUnits>> => {
  if (owners.length === 0) return new Map();
  const rows = await db
    .select({ owner: tokenAccounts.owner, amount: sql<string>`sum(${tokenAccounts.amount})` })
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, mint), inArray(tokenAccounts.owner, [...owners])))
    .groupBy(tokenAccounts.owner);
  return new Map(rows.map((row) => [row.owner, tokenUnits(BigInt(row.amount))]));
};

/** What one wallet holds of a token by the index; 0 for none. */
export const holdingOf = async (db: Executor, mint: Mint, owner: Address): Promise<TokenUnits> =>
  (await holdingsOf(db, mint, [owner])).get(owner) ?? tokenUnits(0n);

/** Every known account of a mint, for the comparison with the chain. */
export const knownAccounts = (db: Executor, mint: Mint) =>
  db.select().from(tokenAccounts).where(eq(tokenAccounts.mint, mint));

/**
 * Takes sightings in; older ones than what is known are ignored.
 * @returns the owners whose holding changed, by mint. The caller judges their seats in the same transaction.
 */
export const recordSightings = async (tx: Executor, sightings: readonly Sighting[]): Promise<Map<Mint, Address[]>> => {
  const changed = new Map<Mint, Address[]>();
  for (const [mint, ofMint] of groupByMint(sightings)) {
    // The token's row lock makes the count of holders exact, whoever else records at the same time.
    const [token] = await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("update");
    if (!token) continue;
    // An account may have passed to another owner: the former one's holding changed, too.
    const known = await tx
      .select({ owner: tokenAccounts.owner })
      .from(tokenAccounts)
      .where(
        inArray(
          tokenAccounts.account,
          ofMint.map((sighting) => sighting.account),
        ),
      );
    const owners = [...new Set([...ofMint, ...known].map((one) => one.owner))];
    const before = await holdingsOf(tx, mint, owners);
    for (const sighting of ofMint)
      await tx
        .insert(tokenAccounts)
        .values(sighting)
        .onConflictDoUpdate({
          target: tokenAccounts.account,
          set: { amount: sighting.amount, owner: sighting.owner, version: sighting.version },
          setWhere: sql`${tokenAccounts.version} <= ${sighting.version}`,
        });
    const after = await holdingsOf(tx, mint, owners);
    const moved = owners.filter((owner) => (before.get(owner) ?? 0n) !== (after.get(owner) ?? 0n));
    const holders = (sums: Map<Address, TokenUnits>) => owners.filter((owner) => (sums.get(owner) ?? 0n) > 0n).length;
    const difference = holders(after) - holders(before);
    if (difference !== 0)
      await tx
        .update(tokens)
        .set({ holderCount: sql`${tokens.holderCount} + ${difference}` })
        .where(eq(tokens.mint, mint));
    if (moved.length > 0) changed.set(mint, moved);
  }
  return changed;
};

const groupByMint = (sightings: readonly Sighting[]): Map<Mint, Sighting[]> => {
  const groups = new Map<Mint, Sighting[]>();
  for (const sighting of sightings) {
    const group = groups.get(sighting.mint);
    if (group) group.push(sighting);
    else groups.set(sighting.mint, [sighting]);
  }
  // One order for every recorder, so that two of them never wait for each other's token.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
};
