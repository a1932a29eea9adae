import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { isStopToken } from "../rules/recovery-email.ts";
import { stopPendingAction } from "../stop-pending-action.ts";

/**
 * Stops a change of the recovery address by the link that the former address was mailed: by whoever has it, without a session.
 */
export const stopEmail = saga(routes.wallet.stopEmail, async ({ ctx, commit, body }) => {
  const { uid, request, token } = body;
  if (!isStopToken(ctx.keys, uid, request, token)) throw new ApiError("recovery_link_invalid");
  const record = await commit((tx) => stopPendingAction(ctx, tx, uid, request));
  if (record) await ctx.walletStore.keep(uid, record.version);
  return { isStopped: record !== null };
});
