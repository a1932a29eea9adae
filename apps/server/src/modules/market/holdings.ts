import { type Address, type Mint, newTokenUnits, type TokenUnits, tokenUnits } from "@tribe/contract";
import { oldUnitsWorth } from "@tribe/domain";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { tokenAccounts, tokens } from "./schema.ts";
import type { TokenRow } from "./tokens.ts";

/** One token account as some source saw it. */
export interface Sighting {
  readonly account: Address;
  /** Of the account: a Tribe's old or its new one. */
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units of that mint; 0 also when the account is closed. */
  readonly amount: bigint;
  /** From {@link versionOfTransaction} or {@link versionOfRead}. */
  readonly version: number;
}

/** A transaction's balances hold after it, but others of the same slot may have followed. */
export const versionOfTransaction = (slot: bigint | number): number => Number(slot) * 2;
/** A read at a slot has seen every transaction of that slot. */
export const versionOfRead = (slot: bigint | number): number => Number(slot) * 2 + 1;

/** Sums per owner, old and new tokens together, in old ones. An owner without an account is absent. */
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

/** Every known account of a Tribe's two mints, for the comparison with the chain. */
export const knownAccounts = (db: Executor, mint: Mint) =>
  db.select().from(tokenAccounts).where(eq(tokenAccounts.mint, mint));

/**
 * Takes sightings in; older ones than what is known are ignored, and so are the programs' own vaults.
 * @returns the owners whose holding changed, by the Tribe's mint. The caller judges their seats in the same transaction.
 */
export const recordSightings = async (tx: Executor, sightings: readonly Sighting[]): Promise<Map<Mint, Address[]>> => {
  const changed = new Map<Mint, Address[]>();
  for (const [mint, ofTribe] of await groupByTribe(tx, sightings)) {
    // The token's row lock makes the count of holders exact, whoever else records at the same time.
    const [token] = await tx.select().from(tokens).where(eq(tokens.mint, mint)).for("update");
    const seen = ofTribe.filter((sighting) => !token?.vaults.includes(sighting.account));
    if (!token || seen.length === 0) continue;
    // An account may have passed to another owner: the former one's holding changed, too.
    const known = await tx
      .select({ owner: tokenAccounts.owner })
      .from(tokenAccounts)
      .where(
        inArray(
          tokenAccounts.account,
          seen.map((sighting) => sighting.account),
        ),
      );
    const owners = [...new Set([...seen, ...known].map((one) => one.owner))];
    const before = await holdingsOf(tx, mint, owners);
    for (const sighting of seen) {
      const row = rowOf(sighting, token);
      await tx
        .insert(tokenAccounts)
        .values(row)
        .onConflictDoUpdate({
          target: tokenAccounts.account,
          set: row,
          setWhere: sql`${tokenAccounts.version} <= ${sighting.version}`,
        });
    }
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

/** After the migration, both mints count, new tokens at the conversion rate (design section 7). */
const rowOf = (
  { account, mint, owner, amount, version }: Sighting,
  token: Pick<TokenRow, "mint" | "conversionRate">,
): typeof tokenAccounts.$inferInsert => {
  const place = { account, mint: token.mint, owner, version };
  if (mint === token.mint) return { ...place, amount: tokenUnits(amount), newAmount: null };
  const newAmount = newTokenUnits(amount);
  return { ...place, amount: oldUnitsWorth(newAmount, token.conversionRate ?? 0n), newAmount };
};

/** By the mint of the Tribe that the account's mint belongs to; what belongs to none is left out. */
const groupByTribe = async (tx: Executor, sightings: readonly Sighting[]): Promise<Map<Mint, Sighting[]>> => {
  const tribes = await tribesOf(tx, [...new Set(sightings.map((sighting) => sighting.mint))]);
  const groups = new Map<Mint, Sighting[]>();
  for (const sighting of sightings) {
    const mint = tribes.get(sighting.mint);
    if (!mint) continue;
    const group = groups.get(mint);
    if (group) group.push(sighting);
    else groups.set(mint, [sighting]);
  }
  // One order for every recorder, so that two of them never wait for each other's token.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** The Tribes' (old) mints behind mints that may be old or new; foreign ones are absent. */
export const tribesOf = async (db: Executor, mints: readonly Mint[]): Promise<Map<Mint, Mint>> => {
  if (mints.length === 0) return new Map();
  const { mint, newMint } = tokens;
  const rows = await db
    .select({ mint, newMint })
    .from(tokens)
    .where(or(inArray(mint, [...mints]), inArray(newMint, [...mints])));
  return new Map(
    rows.flatMap((row) => [[row.mint, row.mint] as const, ...(row.newMint ? [[row.newMint, row.mint] as const] : [])]),
  );
};
