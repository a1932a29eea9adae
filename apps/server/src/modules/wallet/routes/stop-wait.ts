import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Has a wait stopped where the wallets' keys are: this process can't write the record. */
export const stopWait = command(routes.wallet.stopWait, async ({ ctx, tx, session, body }) => {
  await ctx.jobs.add(tx, "wallet.stopWait", { uid: session.uid, id: body.id });
  return {};
});
