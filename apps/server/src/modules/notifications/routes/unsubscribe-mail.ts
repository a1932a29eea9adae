import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { readUnsubscribeToken, unsubscribe } from "../mail/unsubscribe-link.ts";

/** Stops the mails of a mail's link. The link is proof enough: no sign-in is needed. */
export const unsubscribeMail = command(routes.notifications.unsubscribeMail, async ({ ctx, tx, body }) => {
  await unsubscribe(tx, readUnsubscribeToken(ctx, body.token), new Date(ctx.now()));
  return {};
});
