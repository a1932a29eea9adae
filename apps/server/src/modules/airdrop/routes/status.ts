import { routes, tradeState } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { isOpen, sizeOfBatch } from "../rules/tasks.ts";
import { countBatches, findTask, setUpStateOf } from "../store/tasks.ts";

/** The progress of an airdrop. */
export const status = query(routes.airdrop.status, async ({ tx, query, session }) => {
  const task = await findTask(tx, session.uid, query.taskId);
  const { unpaid, underWay, lost, isLastPaid } = await countBatches(tx, task);
  const paid = task.batches - unpaid;
  const setUp = task.isSetUp ? null : await setUpStateOf(tx, task);
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
    underWay: underWay + (setUp === tradeState.pending || setUp === tradeState.succeeded ? 1 : 0),
  };
});
