import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { dropRecovery } from "../recoveries.ts";

/** Ends a recovery that somebody else asked for. Of a link that was used already nobody is told that it was stopped. */
export const cancelRecovery = command(routes.wallet.cancelRecovery, async ({ ctx, tx, body }) => {
  if (!(await dropRecovery(ctx.keys, tx, body.request, body.token))) throw new ApiError("recovery_link_invalid");
  return {};
});
