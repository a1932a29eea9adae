import { routes } from "@tribe/contract";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { people } from "../../identity/schema.ts";
import { airdropBatches, airdropEntries } from "../schema.ts";
import { findTask } from "../tasks.ts";

/** A page of an airdrop's snapshot. */
export const recipients = query(routes.airdrop.recipients, async ({ tx, query, session }) => {
  const { taskId, cursor, limit } = query;
  const task = await findTask(tx, session.uid, taskId);
  const { address } = airdropEntries;
  const rows = await tx
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
    .where(and(eq(airdropEntries.taskId, task.id), cursor === undefined ? undefined : gt(address, cursor)))
    .orderBy(asc(address))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { entries: page, nextCursor: rows.length > limit ? (page.at(-1)?.address ?? null) : null };
});
