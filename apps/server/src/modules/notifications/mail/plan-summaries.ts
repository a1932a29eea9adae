import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { mailAttempts } from "../planning/write-notices.ts";
import { planSummary } from "../rules/plan-summary.ts";
import { lockDueSummaries, storeSummaryPlans } from "../store/settings.ts";

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
    const due = await lockDueSummaries(tx, new Date(now), peopleAtOnce);
    const plans = due.flatMap((row) => planSummary(row, now) ?? []);
    if (plans.length === 0) return 0;
    await storeSummaryPlans(tx, plans);
    await jobs.addMany(
      tx,
      "notifications.summary",
      plans
        .filter(({ isLate }) => !isLate)
        .map(({ uid, since, until }) => ({ payload: { uid, since, until }, key: `summary ${uid} ${until}` })),
      { maxAttempts: mailAttempts },
    );
    return due.length;
  });
};
