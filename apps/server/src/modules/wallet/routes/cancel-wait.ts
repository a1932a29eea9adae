import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { removeWait } from "../waits.ts";

/** Stops a wait of the wallet, whichever browser asked. */
export const cancelWait = saga(routes.wallet.cancelWait, async ({ ctx, commit, session, body }) => {
  const record = await commit((tx) => removeWait(ctx, tx, session.uid, body.id));
  if (record) await ctx.walletStore.keep(session.uid, record.version);
  return {};
});
