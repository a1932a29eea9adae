import { routes } from "@tribe/contract";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { command } from "../../../http/implement.ts";
import { writeNoticesChanged } from "../planning/drafts.ts";
import { notices } from "../schema.ts";
import { unreadNotices } from "../unread.ts";

/** Marks the caller's own notices as read, on all their devices. */
export const markRead = command(routes.notifications.markRead, async ({ ctx, tx, body, session }) => {
  const { uid } = session;
  const named = body.ids === null ? [] : [inArray(notices.id, body.ids.map(Number))];
  const changed = await tx
    .update(notices)
    .set({ readAt: new Date(ctx.now()) })
    .where(and(eq(notices.uid, uid), isNull(notices.readAt), ...named))
    .returning({ id: notices.id });
  if (changed.length > 0) await writeNoticesChanged(tx, [uid]);
  return { unread: await unreadNotices(tx, uid) };
});
