import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { endRecovery } from "../mailed-links.ts";

/** Ends a recovery that somebody else asked for. If its link was used already, it is not reported as stopped. */
export const cancelRecovery = command(routes.wallet.cancelRecovery, async ({ ctx, tx, body }) => {
  if (!(await endRecovery(ctx.keys, tx, body.request, body.token))) throw new ApiError("recovery_link_invalid");
  return {};
});
