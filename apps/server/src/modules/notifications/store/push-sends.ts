import type { Uid } from "@tribe/contract";
import { desc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertOf } from "../../../db/insert-many.ts";
import { notices, pushSends, pushSubscriptions } from "../schema.ts";

/** The outcome of a push, as it is stored. */
export type PushSend = typeof pushSends.$inferInsert;

/**
 * Stores outcomes of pushes, and when the notices and browsers of those that were sent were last pushed. It locks notices in the
 * planner's order, then browsers in an order of their own, so that there are no deadlocks.
 * @param rows at least one
 */
export const storePushSends = async (db: Executor, rows: readonly PushSend[]): Promise<void> => {
  const sent = rows.flatMap(({ outcome, noticeId, subscriptionId, endedAt }) =>
    outcome === "sent" ? [{ notice: noticeId, browser: subscriptionId, at: endedAt }] : [],
  );
  const after = sql`on conflict do nothing`;
  if (sent.length === 0) {
    await db.execute(insertOf(pushSends, rows, { after }));
    return;
  }
  await db.execute(sql`
    with sent as materialized (
      select * from json_to_recordset(${JSON.stringify(sent)}::json) as sent (notice bigint, browser text, at timestamptz)
    ), locked_notices as materialized (
      select notice.id from ${notices} as notice where notice.id in (select notice from sent)
      order by (notice.uid || notice.key) collate "C" for no key update
    ), pushed as (
      update ${notices} as notice set pushed_at = (select max(at) from sent where sent.notice = notice.id)
      from locked_notices where notice.id = locked_notices.id
    ), locked_browsers as materialized (
      select browser.id from ${pushSubscriptions} as browser where browser.id in (select browser from sent)
      order by browser.id for no key update
    ), reached as (
      update ${pushSubscriptions} as browser set
        last_push_at = (select max(at) from sent where sent.browser = browser.id), waits_until = null
      from locked_browsers where browser.id = locked_browsers.id
    ) ${insertOf(pushSends, rows, { after })}`);
};

/** The outcome of a person's last pushes, the newest first; for operators. */
export const pushSendsOf = (db: Executor, uid: Uid, limit: number) =>
  db.select().from(pushSends).where(eq(pushSends.uid, uid)).orderBy(desc(pushSends.endedAt)).limit(limit);
