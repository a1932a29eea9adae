import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { isStopRecoveryToken } from "../rules/recovery-waits.ts";
import { stopPendingAction } from "../stop-pending-action.ts";

/** Stops a browser's wait for the wallet by the link in the mail about it: by whoever has it, without a session. */
export const stopRecovery = saga(routes.wallet.stopRecovery, async ({ ctx, commit, body }) => {
  const { uid, request, token } = body;
  if (!isStopRecoveryToken(ctx.keys, uid, request, token)) throw new ApiError("recovery_link_invalid");
  const record = await commit((tx) => stopPendingAction(ctx, tx, uid, request));
  if (record) await ctx.walletStore.keep(uid, record.version);
  return { isStopped: record !== null };
});
