import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { isSubscribed, readUnsubscribeToken } from "../mail/unsubscribe-link.ts";

/** What a mail's link would stop. It changes nothing, because programs that check links call it, too. */
export const mailLink = query(routes.notifications.mailLink, async ({ ctx, tx, query }) => {
  const unsubscription = readUnsubscribeToken(ctx, query.token);
  return { kind: unsubscription.kind, isOn: await isSubscribed(tx, unsubscription) };
});
