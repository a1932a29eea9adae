import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { advance } from "./rules/advance.ts";
import { isOpen } from "./rules/tasks.ts";
import type { TaskRow } from "./schema.ts";
import { markLanded, markPaid } from "./store/batches.ts";
import { changeTask, countBatches, lockTask, setUpStateOf } from "./store/tasks.ts";

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
  const task = await lockTask(tx, taskId);
  if (!task || !isOpen(task)) return task;
  await markPaid(tx, taskId, marked);
  await markLanded(tx, taskId);
  const setUp = await setUpStateOf(tx, task);
  const advanced = advance(task, await countBatches(tx, task), setUp, isCancelled);
  if (!advanced) return task;
  const { isSetUp, isSetUpLost, state, isOver } = advanced;
  const changed = await changeTask(tx, taskId, {
    isSetUp,
    ...(isSetUpLost ? { setUpTicket: null, slot: null } : {}),
    ...(isOver ? { state, endedAt: new Date() } : {}),
  });
  if (isOver) {
    const { uid, mint, airdropMint } = task;
    await writeEvent(tx, "airdrop.changed", { uid, taskId, mint, airdropMint, state });
  }
  return changed;
};
