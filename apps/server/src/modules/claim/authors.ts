import type { Address, Mint } from "@tribe/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { airdropBatches, airdropEntries, airdropTasks } from "../airdrop/schema.ts";
import { faceAt } from "../identity/index.ts";

/** Somebody whose airdrop brought a token. */
export interface Author {
  readonly address: Address;
  readonly displayName: string;
}

/**
 * Whose airdrops have brought a wallet something of these mints: only what was paid counts, so that nobody makes a stranger's
 * tokens look like a Chief's.
 */
export const authorsOf = async (
  { ports }: Pick<AppContext, "ports">,
  db: Executor,
  wallet: Address,
  mints: readonly Mint[],
): Promise<ReadonlyMap<Mint, readonly Author[]>> => {
  if (mints.length === 0) return new Map();
  const rows = await db
    .selectDistinct({ mint: airdropTasks.airdropMint, creator: airdropTasks.creator })
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
        sql`${airdropEntries.place} is not null`,
        eq(airdropBatches.isPaid, true),
        inArray(airdropTasks.airdropMint, [...mints]),
      ),
    );
  const people = await ports.people.byAddresses(db, [...new Set(rows.map(({ creator }) => creator))]);
  const authors = new Map<Mint, Author[]>();
  for (const { mint, creator: address } of rows) {
    const { displayName } = faceAt(address, people.get(address));
    authors.set(mint, [...(authors.get(mint) ?? []), { address, displayName }]);
  }
  return authors;
};
