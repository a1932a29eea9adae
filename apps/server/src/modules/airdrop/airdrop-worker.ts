import { airdropState } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Worker } from "../../context.ts";
import { poller } from "../../poller.ts";
import { advanceTask } from "./advance.ts";
import { airdropTasks } from "./schema.ts";

/** How often the airdrops that are on their way are looked at; what they come to is told by the tickets' own worker. */
const lookEveryMs = 500;

/**
 * Follows airdrops to their end. Sending again and the certain end of each transaction are the tickets' worker's; this one
 * reads what became of them, and keeps nothing in memory.
 */
export const airdropWorker: Worker = {
  name: "airdrops",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const looks = poller(ctx, {
      name: "airdrops",
      signal: ending.signal,
      everyMs: lookEveryMs,
      againMs: lookEveryMs,
      work: async () => {
        const open = await ctx.db
          .select({ id: airdropTasks.id })
          .from(airdropTasks)
          .where(eq(airdropTasks.state, airdropState.pending));
        for (const { id } of open) await ctx.db.transaction((tx) => advanceTask(tx, id));
        return true;
      },
    });
    return {
      stop: async () => {
        ending.abort();
        await looks.ended;
      },
    };
  },
};
