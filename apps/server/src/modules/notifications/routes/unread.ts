import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { unreadNotices } from "../store/unread.ts";

/** The number that the bell shows. */
export const unread = query(routes.notifications.unread, async ({ tx, session }) => ({
  unread: await unreadNotices(tx, session.uid),
}));
