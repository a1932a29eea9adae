import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { subscribe } from "../push/subscriptions.ts";

/** Subscribes the calling browser. */
export const subscribePush = command(
  routes.notifications.subscribePush,
  async ({ ctx, tx, body, session: { uid, sessionId }, request }) => ({
    id: await subscribe(ctx, tx, { uid, sessionId, userAgent: request.headers["user-agent"] ?? "" }, body),
  }),
);
