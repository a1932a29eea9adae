import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { readEntries } from "../store/entries.ts";
import { findTask } from "../store/tasks.ts";

/** A page of an airdrop's snapshot. */
export const recipients = query(routes.airdrop.recipients, async ({ tx, query, session }) => {
  const { taskId, cursor, limit } = query;
  const task = await findTask(tx, session.uid, taskId);
  const rows = await readEntries(tx, task, { after: cursor, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { entries: page, nextCursor: rows.length > limit ? (page.at(-1)?.address ?? null) : null };
});
