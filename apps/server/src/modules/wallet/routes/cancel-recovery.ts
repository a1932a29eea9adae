import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { dropRecovery } from "../recoveries.ts";

/** Ends a recovery that somebody else asked for. */
export const cancelRecovery = command(routes.wallet.cancelRecovery, async ({ ctx, tx, body }) => {
  await dropRecovery(ctx.keys, tx, body.request, body.token);
  return {};
});
