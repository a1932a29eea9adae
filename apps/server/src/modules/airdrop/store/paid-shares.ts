import type { Address, Mint } from "@tribe/contract";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { airdropBatches, airdropEntries, airdropTasks } from "../schema.ts";

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
