import { ApiError, airdropState, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { advanceTask } from "../advance.ts";
import { presentTask } from "../present-task.ts";
import { isOpen } from "../rules/tasks.ts";
import { changeTask, findTask } from "../store/tasks.ts";

/** Ends an airdrop: at once if nothing of it is on its way, else when the last transaction has its outcome. */
export const terminate = command(routes.airdrop.terminate, async ({ tx, body, session }) => {
  const task = await findTask(tx, session.uid, body.taskId);
  if (task.state === airdropState.cancelled) return { task: await presentTask(tx, task, 0n) };
  if (!isOpen(task)) throw new ApiError("airdrop_ended");
  await changeTask(tx, task.id, { isEnding: true });
  const after = await advanceTask(tx, task.id);
  return { task: await presentTask(tx, after ?? task, 0n) };
});
