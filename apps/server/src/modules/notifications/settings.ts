import {
  ApiError,
  maxTribeSettings,
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsOf,
  type Uid,
} from "@tribe/contract";
import { nextSummaryAt } from "@tribe/domain/notifications";
import { eq, inArray } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { notificationSettings } from "./schema.ts";

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

/**
 * Changes settings. Only changed ones are stored, so that all others follow their defaults. A Tribe that is set to `all` again is
 * removed.
 */
export const changeSettings = async (
  tx: Executor,
  uid: Uid,
  change: NotificationSettingsChange,
  now: Date,
): Promise<NotificationSettings> => {
  // Locked, because two changes at the same moment would lose one.
  await tx.insert(notificationSettings).values({ uid, chosen: {}, changedAt: now }).onConflictDoNothing();
  const [row] = await tx.select().from(notificationSettings).where(eq(notificationSettings.uid, uid)).for("update");
  const before = row?.chosen ?? {};
  const modes = { ...before.tribeSettings, ...change.tribeSettings };
  if (Object.keys(modes).length > maxTribeSettings)
    throw new ApiError("invalid_field", { field: "body.tribeSettings", message: "Too many Tribes have a setting" });
  const chosen: NotificationSettingsChange = {
    emailNotification: { ...before.emailNotification, ...change.emailNotification },
    pushNotification: { ...before.pushNotification, ...change.pushNotification },
    tribeSettings: Object.fromEntries(Object.entries(modes).filter(([, mode]) => mode !== "all")),
    delivery: { ...before.delivery, ...change.delivery },
  };
  const settings = notificationSettingsOf(chosen);
  const wantsNewTribes = settings.pushNotification.newTribesCreated;
  const summaryAt = isSummaryMoved(notificationSettingsOf(before), settings)
    ? dueOf(settings, now, row?.summarizedAt ?? null)
    : (row?.summaryAt ?? null);
  await tx
    .update(notificationSettings)
    .set({ chosen, wantsNewTribes, summaryAt, changedAt: now })
    .where(eq(notificationSettings.uid, uid));
  return settings;
};

/** Another switch must not delay a summary that is due now. */
const isSummaryMoved = (before: NotificationSettings, after: NotificationSettings): boolean =>
  before.emailNotification.dailySummary !== after.emailNotification.dailySummary ||
  before.delivery.summaryHour !== after.delivery.summaryHour ||
  before.delivery.timeZone !== after.delivery.timeZone;

const dueOf = ({ emailNotification, delivery }: NotificationSettings, now: Date, last: Date | null): Date | null =>
  emailNotification.dailySummary ? new Date(nextSummaryAt(now.getTime(), last?.getTime() ?? null, delivery)) : null;
