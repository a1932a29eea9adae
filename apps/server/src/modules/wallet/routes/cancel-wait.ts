import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { dropWait } from "../waits.ts";

/** Stops what the wallet waits for, whichever browser asked. */
export const cancelWait = saga(routes.wallet.cancelWait, async ({ ctx, commit, session, body }) => {
  const record = await commit((tx) => dropWait(ctx, tx, session.uid, body.id));
  if (record) await ctx.walletStore.keep(session.uid, record.version);
  return {};
});
