import { ApiError, type PushPayload, routes } from "@tribe/contract";
import { testPushText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { deleteSubscriptions, subscriptionsOf } from "../store/subscriptions.ts";
import { unreadNotices } from "../store/unread.ts";

/** How long a push service keeps it for a browser that is offline. */
const ttlSeconds = 60;

/** Sends a test push to the caller's own browsers. */
export const testPush = saga(routes.notifications.testPush, async ({ ctx, session: { uid }, commit }) => {
  const { subscriptions, unread } = await commit(async (tx) => ({
    subscriptions: await subscriptionsOf(tx, uid, new Date(ctx.now())),
    unread: await unreadNotices(tx, uid),
  }));
  if (subscriptions.length === 0) throw new ApiError("push_unsubscribed");
  const payload: PushPayload = { ...testPushText, unread, at: ctx.now() };
  const message = { payload: JSON.stringify(payload), ttlSeconds, urgency: "high", topic: "test" } as const;
  const answers = await Promise.all(
    subscriptions.map(async (each) => ({ id: each.id, answer: await ctx.push.send(each, message) })),
  );
  const gone = answers.filter(({ answer }) => answer.kind === "gone").map(({ id }) => id);
  if (gone.length > 0) await commit((tx) => deleteSubscriptions(tx, gone));
  if (answers.some(({ answer }) => answer.kind === "sent")) return {};
  throw new ApiError(gone.length === answers.length ? "push_unsubscribed" : "unavailable");
});
