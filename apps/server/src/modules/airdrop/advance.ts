import { airdropState, tradeState } from "@tribe/contract";
import { type AirdropTaskState, airdropStateOf, airdropTransition } from "@tribe/domain/airdrop";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { tickets } from "../transactions/schema.ts";
import { airdropBatches, airdropTasks } from "./schema.ts";
import { countBatches, isOpen, setUpStateOf, type TaskRow } from "./tasks.ts";

/**
 * Updates an airdrop's rows from its transactions: landed batches are paid, the setup is done, and when nothing can land any more
 * the task ends. It may run at any moment, any number of times.
 * @param marked batches that have landed according to the chain, whatever our rows say
 * @param isCancelled whether the chain lets no other batch land any more; read together with `marked`
 * @returns the task after it
 */
export const advanceTask = async (
  tx: Executor,
  taskId: string,
  marked: readonly number[] = [],
  isCancelled = false,
): Promise<TaskRow | null> => {
  const [task] = await tx.select().from(airdropTasks).where(eq(airdropTasks.id, taskId)).for("update");
  if (!task || !isOpen(task)) return task ?? null;
  // Under the task's lock, like everything that writes its batches.
  await recordMarked(tx, taskId, marked);
  await tx.execute(sql`
    update ${airdropBatches} set is_paid = true
    from ${tickets}
    where ${airdropBatches.taskId} = ${taskId} and not ${airdropBatches.isPaid} and ${airdropBatches.ticket} is not null
      and ${tickets.ticket} = ${airdropBatches.ticket} and ${tickets.state} = ${tradeState.succeeded}`);
  const setUp = await setUpStateOf(tx, task);
  // It can never land, so that another account may be made in its place.
  const isSetUpLost = !task.isSetUp && setUp === tradeState.failed;
  const isSetUp = task.isSetUp || setUp === tradeState.succeeded;
  const isSetUpOpen = !isSetUp && setUp === tradeState.pending;
  const { unpaid, underWay } = await countBatches(tx, task);
  const isPaid = unpaid === 0;
  const before: AirdropTaskState = { kind: "pending", isEnding: task.isEnding || isCancelled };
  const isSettled = isPaid || isCancelled || (underWay === 0 && !isSetUpOpen);
  const after = isSettled ? airdropTransition(before, { kind: "settled", isPaid }) : before;
  const state = airdropStateOf(after);
  const isOver = state !== airdropState.pending;
  if (!isOver && isSetUp === task.isSetUp && !isSetUpLost) return task;
  const [changed] = await tx
    .update(airdropTasks)
    .set({
      isSetUp,
      ...(isSetUpLost ? { setUpTicket: null, slot: null } : {}),
      ...(isOver ? { state, endedAt: new Date() } : {}),
    })
    .where(eq(airdropTasks.id, taskId))
    .returning();
  if (isOver) {
    const { uid, mint, airdropMint } = task;
    await writeEvent(tx, "airdrop.changed", { uid, taskId, mint, airdropMint, state });
  }
  return changed ?? null;
};

const recordMarked = async (tx: Executor, taskId: string, indexes: readonly number[]): Promise<void> => {
  if (indexes.length === 0) return;
  await tx
    .update(airdropBatches)
    .set({ isPaid: true })
    .where(and(eq(airdropBatches.taskId, taskId), inArray(airdropBatches.index, [...indexes])));
};
