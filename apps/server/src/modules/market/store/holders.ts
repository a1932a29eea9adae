import { type Address, type Mint, type TokenUnits, topHoldersLimit } from "@tribe/contract";
import { and, desc, eq, gt, inArray, lt, max, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { holdings, tokenAccounts } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

const holderColumns = {
  address: holdings.owner,
  snapshotAmount: holdings.amount,
  uid: people.uid,
  seat: seats.state,
};

/** A holder's position in a list by amount, the largest first, equal ones by address. */
export interface HolderKey {
  readonly amount: TokenUnits;
  readonly address: Address;
}

/** Some of a token's holders, with what is known of them here: the largest, or those that follow another one in the list. */
export const holdersAfter = (db: Reader, mint: Mint, after: HolderKey | null, limit: number) =>
  db
    .select(holderColumns)
    .from(holdings)
    .leftJoin(people, eq(people.address, holdings.owner))
    .leftJoin(seats, and(eq(seats.mint, holdings.mint), eq(seats.address, holdings.owner), eq(seats.state, "active")))
    .where(
      and(
        eq(holdings.mint, mint),
        after
          ? or(
              lt(holdings.amount, after.amount),
              and(eq(holdings.amount, after.amount), gt(holdings.owner, after.address)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(holdings.amount), holdings.owner)
    .limit(limit);

/** A holder with what is known of them here. */
export type HolderRow = Awaited<ReturnType<typeof holdersAfter>>[number];

/**
 * All holders of a token, the largest first, each with the version of the token's newest balance (null without any): one
 * statement, so that they are of one moment.
 */
export const holdersNow = (db: Reader, mint: Mint) => {
  const newest = db
    .select({ version: max(tokenAccounts.version).as("version") })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.mint, mint));
  return db
    .select({ ...holderColumns, version: sql<string | null>`(${newest})` })
    .from(holdings)
    .leftJoin(people, eq(people.address, holdings.owner))
    .leftJoin(seats, and(eq(seats.mint, holdings.mint), eq(seats.address, holdings.owner), eq(seats.state, "active")))
    .where(eq(holdings.mint, mint))
    .orderBy(desc(holdings.amount), holdings.owner);
};

/** The largest holders of a token. */
export const topHolders = (db: Reader, mint: Mint) =>
  db
    .select({ owner: holdings.owner, amount: holdings.amount })
    .from(holdings)
    .where(eq(holdings.mint, mint))
    .orderBy(desc(holdings.amount), holdings.owner)
    .limit(topHoldersLimit);

/** Each owner's largest account of a token. */
export const largestAccounts = async (
  db: Executor,
  mint: Mint,
  owners: readonly Address[],
): Promise<Map<Address, Address>> => {
  if (owners.length === 0) return new Map();
  const { owner, account, amount } = tokenAccounts;
  const rows = await db
    .selectDistinctOn([owner], { owner, account })
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, mint), inArray(owner, [...owners])))
    .orderBy(owner, desc(amount), account);
  return new Map(rows.map((row) => [row.owner, row.account]));
};
