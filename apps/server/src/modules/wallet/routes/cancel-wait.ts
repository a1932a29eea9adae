import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { stopPendingAction } from "../stop-pending-action.ts";

/** Stops a wait of the wallet, whichever browser asked. */
export const cancelWait = saga(routes.wallet.cancelWait, async ({ ctx, commit, session, body }) => {
  const record = await commit((tx) => stopPendingAction(ctx, tx, session.uid, body.id));
  if (record) await ctx.walletStore.keep(session.uid, record.version);
  return {};
});
