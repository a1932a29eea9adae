import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Queues a job that stops a wait in the process with the wallets' keys: this process can't write the record. */
export const stopWait = command(routes.wallet.stopWait, async ({ ctx, tx, session, body }) => {
  await ctx.jobs.add(tx, "wallet.stopWait", { uid: session.uid, id: body.id });
  return {};
});
