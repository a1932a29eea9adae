import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { writeNoticesChanged } from "../planning/write-notices.ts";
import { markNoticesRead } from "../store/notices.ts";
import { unreadNotices } from "../store/unread.ts";

/** Marks the caller's own notices as read, on all their devices. */
export const markRead = command(routes.notifications.markRead, async ({ ctx, tx, body, session: { uid } }) => {
  const ids = body.ids?.map(Number) ?? null;
  if (await markNoticesRead(tx, uid, ids, new Date(ctx.now()))) await writeNoticesChanged(tx, [uid]);
  return { unread: await unreadNotices(tx, uid) };
});
