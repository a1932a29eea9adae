import type { Address } from "@tribe/contract";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { airdropBatches, airdropEntries, type TaskRow } from "../schema.ts";

/** A page of an airdrop's snapshot, by address. */
export const readEntries = (
  db: Reader,
  task: Pick<TaskRow, "id" | "batchSize">,
  { after, limit }: { readonly after: Address | undefined; readonly limit: number },
) => {
  const { address } = airdropEntries;
  return db
    .select({
      address,
      uid: people.uid,
      isMember: airdropEntries.isMember,
      snapshotAmount: airdropEntries.weight,
      airdropAmount: airdropEntries.amount,
      isPaid: sql<boolean>`coalesce(${airdropBatches.isPaid}, false)`,
    })
    .from(airdropEntries)
    .leftJoin(people, eq(people.address, address))
    .leftJoin(
      airdropBatches,
      and(
        eq(airdropBatches.taskId, task.id),
        eq(airdropBatches.index, sql`${airdropEntries.place} / ${task.batchSize}::int`),
      ),
    )
    .where(and(eq(airdropEntries.taskId, task.id), after === undefined ? undefined : gt(address, after)))
    .orderBy(asc(address))
    .limit(limit);
};
