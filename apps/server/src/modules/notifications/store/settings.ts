import { type NotificationSettings, notificationSettingsOf, type Uid } from "@tribe/contract";
import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import type { ChangedSettings, StoredSettings } from "../rules/change-settings.ts";
import type { SummaryPlan } from "../rules/plan-summary.ts";
import { notificationSettings } from "../schema.ts";

/** A person's notification settings. */
export const settingsOf = async (db: Executor, uid: Uid): Promise<NotificationSettings> =>
  (await settingsOfMany(db, [uid]))(uid);

/** The same for many. */
export const settingsOfMany = async (
  db: Executor,
  uids: readonly Uid[],
): Promise<(uid: Uid) => NotificationSettings> => {
  const rows = await db
    .select({ uid: notificationSettings.uid, chosen: notificationSettings.chosen })
    .from(notificationSettings)
    .where(inArray(notificationSettings.uid, [...uids]));
  const chosen = new Map(rows.map((row) => [row.uid, row.chosen]));
  return (uid) => notificationSettingsOf(chosen.get(uid) ?? null);
};

/** What is stored of a person's settings, locked until the transaction ends: two changes at the same moment would lose one. */
export const lockSettings = async (tx: Executor, uid: Uid, now: Date): Promise<StoredSettings> => {
  await tx.insert(notificationSettings).values({ uid, chosen: {}, changedAt: now }).onConflictDoNothing();
  const [row] = await tx.select().from(notificationSettings).where(eq(notificationSettings.uid, uid)).for("update");
  return row ?? { chosen: {}, summaryAt: null, summarizedAt: null };
};

/** Stores changed settings. The caller has locked them. */
export const storeSettings = async (tx: Executor, uid: Uid, changed: ChangedSettings, now: Date): Promise<void> => {
  await tx
    .update(notificationSettings)
    .set({ ...changed, changedAt: now })
    .where(eq(notificationSettings.uid, uid));
};

/** The settings of people whose summary is due, the longest due first, without those that another process has locked. */
export const lockDueSummaries = (tx: Executor, now: Date, limit: number) =>
  tx
    .select()
    .from(notificationSettings)
    .where(and(isNotNull(notificationSettings.summaryAt), lte(notificationSettings.summaryAt, now)))
    .orderBy(asc(notificationSettings.summaryAt))
    .limit(limit)
    .for("update", { skipLocked: true });

/** Stores when people's next summaries are due, and until when their last ones report. */
export const storeSummaryPlans = async (tx: Executor, plans: readonly SummaryPlan[]): Promise<void> => {
  await tx.execute(sql`
    update ${notificationSettings} as settings set summary_at = plan.next, summarized_at = plan.last
    from json_to_recordset(${JSON.stringify(plans.map(({ uid, next, last }) => ({ uid, next, last })))}::json)
      as plan (uid text, next timestamptz, last timestamptz)
    where settings.uid = plan.uid`);
};
