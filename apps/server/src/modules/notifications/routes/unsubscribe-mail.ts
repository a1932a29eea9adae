import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { readUnsubscribeToken, unsubscribe } from "../mail/unsubscribe-link.ts";

/** Stops the mails that a mail's link is about. The link proves enough: nobody needs to sign in. */
export const unsubscribeMail = command(routes.notifications.unsubscribeMail, async ({ ctx, tx, body }) => {
  await unsubscribe(tx, readUnsubscribeToken(ctx, body.token), new Date(ctx.now()));
  return {};
});
