import { routes, tradeState } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { tickets } from "../../transactions/schema.ts";
import { airdropBatches } from "../schema.ts";
import { findTask, isOpen, sizeOfBatch } from "../tasks.ts";

/** How far an airdrop is. */
export const status = query(routes.airdrop.status, async ({ tx, query, session }) => {
  const task = await findTask(tx, session.uid, query.taskId);
  const [counted] = await tx
    .select({
      paid: sql<number>`(count(*) filter (where ${airdropBatches.isPaid}))::int`,
      isLastPaid: sql<boolean>`coalesce(bool_or(${airdropBatches.isPaid} and ${airdropBatches.index} = ${task.batches - 1}), false)`,
      underWay: sql<number>`(count(*) filter (where not ${airdropBatches.isPaid} and ${tickets.state} = ${tradeState.pending}))::int`,
      lost: sql<number>`(count(*) filter (where not ${airdropBatches.isPaid} and ${tickets.state} = ${tradeState.failed}))::int`,
    })
    .from(airdropBatches)
    .leftJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
    .where(eq(airdropBatches.taskId, task.id));
  const { paid = 0, underWay = 0, lost = 0, isLastPaid = false } = counted ?? {};
  const last = sizeOfBatch(task, task.batches - 1);
  return {
    state: task.state,
    shouldRetry: isOpen(task) && !task.isEnding && lost > 0,
    totalBatches: task.batches,
    completedBatches: paid,
    isSetUp: task.isSetUp,
    isEnding: task.isEnding,
    totalRecipients: task.recipients,
    paidRecipients: paid * task.batchSize - (isLastPaid ? task.batchSize - last : 0),
    underWay,
  };
});
