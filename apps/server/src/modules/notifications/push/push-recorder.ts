import DataLoader from "dataloader";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { insertOf } from "../../../db/insert-many.ts";
import { pushAttempts } from "../planning/drafts.ts";
import type { NoticeRow } from "../present.ts";
import { notices, pushSends, pushSubscriptions } from "../schema.ts";
import type { DuePush } from "./push-facts.ts";

/** How long jobs are collected, so that those of a crowd are read and stored together. */
export const batchWindowMs = 5;

/** The outcome of a push; without a browser when none was tried. */
export type PushOutcome = Pick<typeof pushSends.$inferSelect, "subscriptionId" | "outcome" | "status" | "endedAt">;

/** Stores the outcomes of push jobs. */
export interface PushRecorder {
  /** Resolves when it is stored: only then may the job end. */
  record(row: NoticeRow, end: PushOutcome): Promise<void>;
  /** Has the push decided again at that time. */
  waitUntil(row: DuePush, runAt: Date): Promise<void>;
}

/** Outcomes of the same moment are stored in one statement, and pushes that must wait are queued in one. */
export const createPushRecorder = ({ db, jobs }: Pick<AppContext, "db" | "jobs">): PushRecorder => {
  const gathered = <Item>(write: (items: readonly Item[]) => Promise<void>) =>
    new DataLoader<Item, null>(
      async (items) => {
        await write(items);
        return items.map(() => null);
      },
      { cache: false, batchScheduleFn: (run) => void setTimeout(run, batchWindowMs) },
    );
  const ends = gathered<typeof pushSends.$inferInsert>((rows) => store(db, rows));
  const waits = gathered<DuePush & { readonly runAt: Date }>((some) =>
    jobs.addMany(
      db,
      "notifications.push",
      some.map(({ uid, key, runAt }) => ({ payload: { uid, key }, key: `push ${uid} ${key}`, runAt })),
      { maxAttempts: pushAttempts },
    ),
  );
  return {
    record: async ({ id, version, uid, type }, end) => {
      await ends.load({ noticeId: id, version, uid, type, ...end });
    },
    waitUntil: async ({ uid, key }, runAt) => {
      await waits.load({ uid, key, runAt });
    },
  };
};

/** Locks notices in the planner's order, then browsers in an order of their own, so that there are no deadlocks. */
const store = async (db: AppContext["db"], rows: readonly (typeof pushSends.$inferInsert)[]): Promise<void> => {
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
    ), told as materialized (
      select notice.id from ${notices} as notice where notice.id in (select notice from sent)
      order by (notice.uid || notice.key) collate "C" for no key update
    ), pushed as (
      update ${notices} as notice set pushed_at = (select max(at) from sent where sent.notice = notice.id)
      from told where notice.id = told.id
    ), browsers as materialized (
      select browser.id from ${pushSubscriptions} as browser where browser.id in (select browser from sent)
      order by browser.id for no key update
    ), reached as (
      update ${pushSubscriptions} as browser set
        last_push_at = (select max(at) from sent where sent.browser = browser.id), waits_until = null
      from browsers where browser.id = browsers.id
    ) ${insertOf(pushSends, rows, { after })}`);
};
