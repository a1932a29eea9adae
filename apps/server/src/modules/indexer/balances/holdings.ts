import { lightTokenAuthority } from "@tribe/chain/accounts";
import { type Address, type Mint, newTokenUnits, type TokenUnits, tokenUnits } from "@tribe/contract";
import { oldUnitsWorth } from "@tribe/domain/pool";
import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { holdings, tokenAccounts, tokens } from "../schema.ts";
import type { TokenRow } from "../tokens.ts";

/** A token account's balance, as one source has reported it. */
export interface BalanceObservation {
  readonly account: Address;
  /** The account's mint: a Tribe's old or new one. */
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units of that mint; 0 if the account was closed. */
  readonly amount: bigint;
  /** From {@link versionOfTransaction} or {@link versionOfRead}. */
  readonly version: number;
}

/**
 * The amount that an observation adds to its owner's holding: nothing for Light's own account, which keeps an airdrop's tokens
 * until they are claimed.
 */
export const countedAmount = ({ owner, amount }: Pick<BalanceObservation, "owner" | "amount">): bigint =>
  (owner as string) === lightTokenAuthority ? 0n : amount; // one text under two brands

/** The version of a balance after a transaction: others of the same slot may follow it. */
export const versionOfTransaction = (slot: bigint | number): number => Number(slot) * 2;
/** The version of a balance that was read at a slot: it includes every transaction of that slot. */
export const versionOfRead = (slot: bigint | number): number => Number(slot) * 2 + 1;
/** The slot of an observation. */
export const slotOfVersion = (version: number): number => Math.floor(version / 2);

/** Sum per owner, of old and new tokens, in old ones. Owners of nothing are absent. */
export const holdingsOf = async (
  db: Executor,
  mint: Mint,
  owners: readonly Address[],
): Promise<Map<Address, TokenUnits>> => {
  if (owners.length === 0) return new Map();
  const rows = await db
    .select({ owner: holdings.owner, amount: holdings.amount })
    .from(holdings)
    .where(and(eq(holdings.mint, mint), inArray(holdings.owner, [...owners])));
  return new Map(rows.map((row) => [row.owner, row.amount]));
};

/** What one wallet holds of a token in the index; 0 for nothing. */
export const holdingOf = async (db: Executor, mint: Mint, owner: Address): Promise<TokenUnits> =>
  (await holdingsOf(db, mint, [owner])).get(owner) ?? tokenUnits(0n);

/** Every known account of a Tribe's two mints, to be compared with the chain. */
export const knownAccounts = (db: Executor, mint: Mint) =>
  db.select().from(tokenAccounts).where(eq(tokenAccounts.mint, mint));

/** The known accounts of one owner for a Tribe's two mints that held something. */
export const accountsOfOwner = (db: Reader, mint: Mint, owner: Address) =>
  db
    .select()
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, mint), eq(tokenAccounts.owner, owner), gt(tokenAccounts.amount, tokenUnits(0n))));

/**
 * Records observations. Those that are older than what is stored, and those of the programs' own vaults, are ignored.
 * @returns the owners whose holding changed, by the Tribe's mint. The caller judges their seats in the same transaction.
 */
export const recordBalances = async (
  tx: Executor,
  observations: readonly BalanceObservation[],
): Promise<Map<Mint, Address[]>> => {
  const tribes = await tribesOf(tx, [...new Set(observations.map((observation) => observation.mint))]);
  if (tribes.size === 0) return new Map();
  // The tokens' row locks keep the counts of holders exact when others record at the same time; always in one order.
  const locked = await tx
    .select()
    .from(tokens)
    .where(inArray(tokens.mint, [...new Set(tribes.values())]))
    .orderBy(tokens.mint)
    .for("update");
  const tokenOf = new Map(locked.map((token) => [token.mint, token]));
  const rows = newestOfEach(observations).flatMap((observation) => {
    const token = tokenOf.get(tribes.get(observation.mint) ?? observation.mint);
    return token && !token.vaults.includes(observation.account) ? [rowOf(observation, token)] : [];
  });
  if (rows.length === 0) return new Map();
  // An account may have got another owner: then the former owner's holding changed, too.
  const known = await tx
    .select({ mint: tokenAccounts.mint, owner: tokenAccounts.owner })
    .from(tokenAccounts)
    .where(
      inArray(
        tokenAccounts.account,
        rows.map(({ account }) => account),
      ),
    );
  const holders = [...rows, ...known.filter(({ mint }) => tokenOf.has(mint))];
  const before = await sumsOf(tx, holders);
  const newestWins = sql`on conflict (account) do update set mint = excluded.mint, owner = excluded.owner,
    amount = excluded.amount, new_amount = excluded.new_amount, version = excluded.version
    where ${tokenAccounts}.version <= excluded.version`;
  await insertMany(tx, tokenAccounts, rows, newestWins);
  const after = await sumsOf(tx, holders);
  const changed = new Map<Mint, Address[]>();
  const moved: HoldingRow[] = [];
  const counts = new Map<Mint, number>();
  for (const [key, { mint, owner }] of new Map(holders.map((holder) => [keyOf(holder), holder]))) {
    const [was, is] = [before.get(key) ?? 0n, after.get(key) ?? 0n];
    if (was === is) continue;
    moved.push({ mint, owner, amount: tokenUnits(is) });
    changed.set(mint, [...(changed.get(mint) ?? []), owner]);
    counts.set(mint, (counts.get(mint) ?? 0) + Number(is > 0n) - Number(was > 0n));
  }
  await storeHoldings(tx, moved);
  for (const [mint, difference] of counts)
    if (difference !== 0)
      await tx
        .update(tokens)
        .set({ holderCount: sql`${tokens.holderCount} + ${difference}` })
        .where(eq(tokens.mint, mint));
  return changed;
};

type HoldingRow = typeof holdings.$inferSelect;

/** Deletes owners of nothing. */
const storeHoldings = async (tx: Executor, moved: readonly HoldingRow[]): Promise<void> => {
  const held = moved.filter(({ amount }) => amount > 0n);
  await insertMany(tx, holdings, held, sql`on conflict (mint, owner) do update set amount = excluded.amount`);
  const gone = moved.filter(({ amount }) => amount === 0n);
  for (const mint of new Set(gone.map((row) => row.mint))) {
    const owners = gone.filter((row) => row.mint === mint).map(({ owner }) => owner);
    await tx.delete(holdings).where(and(eq(holdings.mint, mint), inArray(holdings.owner, owners)));
  }
};

interface Holder {
  readonly mint: Mint;
  readonly owner: Address;
}

const keyOf = ({ mint, owner }: Holder): string => `${mint} ${owner}`;

/** The holdings of these owners now, by {@link keyOf}, and of other mints that they hold. */
const sumsOf = async (tx: Executor, holders: readonly Holder[]): Promise<Map<string, bigint>> => {
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
  return new Map(rows.map((row) => [keyOf(row), BigInt(row.amount)]));
};

/** One observation for each account: the newest, and of equally new ones the last. */
const newestOfEach = (observations: readonly BalanceObservation[]): BalanceObservation[] => {
  const newest = new Map<Address, BalanceObservation>();
  for (const observation of observations)
    if ((newest.get(observation.account)?.version ?? 0) <= observation.version)
      newest.set(observation.account, observation);
  return [...newest.values()];
};

/** After the migration both mints count, new tokens at the conversion rate. */
const rowOf = (
  observation: BalanceObservation,
  token: Pick<TokenRow, "mint" | "conversionRate">,
): typeof tokenAccounts.$inferInsert => {
  const { account, mint, owner, version } = observation;
  const amount = countedAmount(observation);
  const place = { account, mint: token.mint, owner, version };
  if (mint === token.mint) return { ...place, amount: tokenUnits(amount), newAmount: null };
  const newAmount = newTokenUnits(amount);
  return { ...place, amount: oldUnitsWorth(newAmount, token.conversionRate ?? 0n), newAmount };
};

/** The Tribes' (old) mints for mints that may be old or new; mints of others are absent. */
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
