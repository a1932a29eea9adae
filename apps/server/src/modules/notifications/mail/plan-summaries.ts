import { notificationSettingsOf, type Uid } from "@tribe/contract";
import { nextSummaryAt, summaryReachMs, summaryWorthMs } from "@tribe/domain/notifications";
import { and, asc, isNotNull, lte, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { mailAttempts } from "../planning/drafts.ts";
import { notificationSettings } from "../schema.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Has the summaries written that are due. */
    "notifications.planSummaries": Record<string, never>;
    /** Mails one person what happened between two moments (ISO 8601), if there is something to say. */
    "notifications.summary": { readonly uid: Uid; readonly since: string; readonly until: string };
  }
}

/** People in one transaction. */
const peopleAtOnce = 500;
const dayMs = 86_400_000;

/** Once a minute: people's hours begin at the full hour, half past or a quarter, by their zone. */
export const planSummariesJob = defineJob({
  name: "notifications.planSummaries",
  cron: "* * * * *",
  handler: (ctx) => async () => {
    while ((await planSummaries(ctx)) === peopleAtOnce);
  },
});

/**
 * Gives each person whose summary is due a job, and says when the next is due, in one transaction: none is planned twice
 * however often a process is killed, nor lost. After an outage what is too late is left out; the next tells of it.
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
      // What is left out is told by the next one.
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
