import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { unsubscribe } from "../push/subscriptions.ts";

/** Deletes a subscription of the caller. */
export const unsubscribePush = command(routes.notifications.unsubscribePush, async ({ tx, body, session }) => {
  await unsubscribe(tx, session.uid, { endpoint: body.endpoint });
  return {};
});
