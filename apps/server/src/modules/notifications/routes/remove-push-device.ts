import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { unsubscribe } from "../push/subscriptions.ts";

/** Ends pushes to another browser of the caller. */
export const removePushDevice = command(routes.notifications.removePushDevice, async ({ tx, body, session }) => {
  await unsubscribe(tx, session.uid, { id: body.id });
  return {};
});
