import { notificationSettingsOf, type Uid } from "@tribe/contract";
import { nextSummaryAt, summaryReachMs, summaryWorthMs } from "@tribe/domain/notifications";
import { and, asc, isNotNull, lte, sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { mailAttempts } from "../planning/drafts.ts";
import { notificationSettings } from "../schema.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Queues the daily summaries that are due. */
    "notifications.planSummaries": Record<string, never>;
    /** Mails one person a summary of the time between two moments (ISO 8601), if anything happened. */
    "notifications.summary": { readonly uid: Uid; readonly since: string; readonly until: string };
  }
}

/** People per transaction. */
const peopleAtOnce = 500;
const dayMs = 86_400_000;

/** Once a minute, because time zones begin an hour at full, half or quarter hours. */
export const planSummariesJob = defineJob({
  name: "notifications.planSummaries",
  cron: "* * * * *",
  handler: (ctx) => async () => {
    while ((await planSummaries(ctx)) === peopleAtOnce);
  },
});

/**
 * Queues a job for each person whose summary is due, and stores when the next one is due, in one transaction: however often the
 * process is killed, none is queued twice and none is lost. After an outage, summaries that would come too late are left out; the
 * next one covers their time.
 * @returns how many were due
 */
export const planSummaries = async ({ db, jobs, now: clock }: Pick<AppContext, "db" | "jobs" | "now">) => {
  const now = clock();
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(notificationSettings)
      .where(and(isNotNull(notificationSettings.summaryAt), lte(notificationSettings.summaryAt, new Date(now))))
      .orderBy(asc(notificationSettings.summaryAt))
      .limit(peopleAtOnce)
      .for("update", { skipLocked: true });
    const plans = due.flatMap(({ uid, chosen, summaryAt, summarizedAt }) => {
      if (!summaryAt) return [];
      const until = summaryAt.getTime();
      const isLate = now - until > summaryWorthMs;
      const since = Math.max(summarizedAt?.getTime() ?? until - dayMs, until - summaryReachMs);
      // The next summary covers the time of one that is left out.
      const last = isLate ? since : until;
      const next = nextSummaryAt(now, last, notificationSettingsOf(chosen).delivery);
      return [{ uid, isLate, since, until, last, next }];
    });
    if (plans.length === 0) return 0;
    await tx.execute(sql`
      update ${notificationSettings} as settings set summary_at = plan.next, summarized_at = plan.last
      from json_to_recordset(${JSON.stringify(
        plans.map(({ uid, next, last }) => ({ uid, next: iso(next), last: iso(last) })),
      )}::json) as plan (uid text, next timestamptz, last timestamptz)
      where settings.uid = plan.uid`);
    await jobs.addMany(
      tx,
      "notifications.summary",
      plans.flatMap(({ uid, isLate, since, until }) =>
        isLate ? [] : [{ payload: { uid, since: iso(since), until: iso(until) }, key: `summary ${uid} ${iso(until)}` }],
      ),
      { maxAttempts: mailAttempts },
    );
    return due.length;
  });
};

const iso = (at: number): string => new Date(at).toISOString();
