import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { presentNotices } from "../present.ts";
import { noticeCursorText, readNoticeCursor } from "../rules/list-cursor.ts";
import { noticesPage } from "../store/notices.ts";
import { unreadNotices } from "../store/unread.ts";

/** A page of the caller's notifications. Notices whose subject no longer exists are left out, so that a page may be shorter. */
export const list = query(routes.notifications.list, async ({ tx, query: { cursor, limit }, session }) => {
  const rows = await noticesPage(tx, session.uid, readNoticeCursor(cursor), limit);
  const last = rows.at(-1);
  return {
    notices: await presentNotices(tx, rows),
    unread: await unreadNotices(tx, session.uid),
    nextCursor: last && rows.length === limit ? noticeCursorText(last) : null,
  };
});
