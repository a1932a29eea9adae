import type { Address, Mint } from "@tribe/contract";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { faceAt, peopleByAddresses } from "../identity/index.ts";
import { airdropBatches, airdropEntries, airdropTasks } from "./schema.ts";

/** The Chief whose airdrop has paid a token. */
export interface Author {
  readonly address: Address;
  readonly displayName: string;
}

/**
 * What airdrops have paid to a wallet, the oldest first. Only paid shares count, so that nobody can make a stranger's tokens look
 * like a Chief's.
 * @param mints only of these
 */
export const paidShares = (db: Executor, wallet: Address, mints: readonly Mint[]) =>
  db
    .select({
      airdropMint: airdropTasks.airdropMint,
      creator: airdropTasks.creator,
    })
    .from(airdropEntries)
    .innerJoin(airdropTasks, eq(airdropTasks.id, airdropEntries.taskId))
    .innerJoin(
      airdropBatches,
      and(
        eq(airdropBatches.taskId, airdropEntries.taskId),
        eq(airdropBatches.index, sql`${airdropEntries.place} / ${airdropTasks.batchSize}`),
      ),
    )
    .where(
      and(
        eq(airdropEntries.address, wallet),
        isNotNull(airdropEntries.place),
        eq(airdropBatches.isPaid, true),
        inArray(airdropTasks.airdropMint, [...mints]),
      ),
    )
    .orderBy(airdropTasks.createdAt);

/** Whose airdrops have paid each token, by the name that everybody sees now. */
export const authorsOf = async (
  db: Executor,
  shares: readonly { readonly airdropMint: Mint; readonly creator: Address }[],
): Promise<ReadonlyMap<Mint, readonly Author[]>> => {
  const people = await peopleByAddresses(db, [...new Set(shares.map(({ creator }) => creator))]);
  const authors = new Map<Mint, readonly Author[]>();
  for (const { airdropMint, creator: address } of shares) {
    const known = authors.get(airdropMint) ?? [];
    if (known.some((author) => author.address === address)) continue;
    authors.set(airdropMint, [...known, { address, displayName: faceAt(address, people.get(address)).displayName }]);
  }
  return authors;
};
