import { routes } from "@tribe/contract";
import { readMedianPriorityFee } from "../../../engines/chain/median-priority-fee.ts";
import { reading } from "../../../engines/chain/reading.ts";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { requireChief } from "../../membership/index.ts";
import { presentTask } from "../present-task.ts";
import { findOpenTask } from "../store/tasks.ts";

/** The open airdrop of a Tribe. */
export const existing = query(routes.airdrop.existing, async ({ ctx, tx, query, session }) => {
  await requireChief(tx, query.mint, await personByUid(tx, session.uid));
  const task = await findOpenTask(tx, query.mint);
  if (!task) return { task: null };
  const price = await reading(readMedianPriorityFee(ctx.chain, [task.creator]));
  return { task: await presentTask(tx, task, price) };
});
