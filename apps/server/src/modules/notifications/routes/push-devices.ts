import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { presentDevices } from "../push/subscriptions.ts";
import { subscriptionsOf } from "../store/subscriptions.ts";

/** The caller's browsers with push, and the key with which a browser subscribes. */
export const pushDevices = query(routes.notifications.pushDevices, async ({ ctx, tx, session }) => ({
  applicationServerKey: ctx.push.applicationServerKey,
  devices: presentDevices(await subscriptionsOf(tx, session.uid, new Date(ctx.now())), session.sessionId),
}));
