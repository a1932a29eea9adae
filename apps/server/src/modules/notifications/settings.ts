import {
  ApiError,
  maxTribeSettings,
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsOf,
  type Uid,
} from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { notificationSettings } from "./schema.ts";

/** What somebody wants to be told, and how. */
export const settingsOf = async (db: Executor, uid: Uid): Promise<NotificationSettings> =>
  notificationSettingsOf(await chosenBy(db, uid));

const chosenBy = async (db: Executor, uid: Uid): Promise<NotificationSettingsChange | null> => {
  const [row] = await db
    .select({ chosen: notificationSettings.chosen })
    .from(notificationSettings)
    .where(eq(notificationSettings.uid, uid));
  return row?.chosen ?? null;
};

/**
 * Changes what a person chose. Only that is kept, so that a switch which nobody touched follows its default. A Tribe that
 * is set to `all` again is forgotten.
 */
export const changeSettings = async (
  tx: Executor,
  uid: Uid,
  change: NotificationSettingsChange,
  now: Date,
): Promise<NotificationSettings> => {
  // Two changes at once would lose one of them.
  await tx.insert(notificationSettings).values({ uid, chosen: {}, changedAt: now }).onConflictDoNothing();
  const [row] = await tx
    .select({ chosen: notificationSettings.chosen })
    .from(notificationSettings)
    .where(eq(notificationSettings.uid, uid))
    .for("update");
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
  await tx
    .update(notificationSettings)
    .set({ chosen, wantsNewTribes: settings.pushNotification.newTribesCreated, changedAt: now })
    .where(eq(notificationSettings.uid, uid));
  return settings;
};
