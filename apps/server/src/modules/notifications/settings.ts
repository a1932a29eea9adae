import {
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsOf,
  type Uid,
} from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { applySettingsChange } from "./rules/change-settings.ts";
import { lockSettings, storeSettings } from "./store/settings.ts";

/** Changes a person's settings. @throws ApiError `invalid_field` when too many Tribes have a setting */
export const changeSettings = async (
  tx: Executor,
  uid: Uid,
  change: NotificationSettingsChange,
  now: Date,
): Promise<NotificationSettings> => {
  const changed = applySettingsChange(await lockSettings(tx, uid, now), change, now);
  await storeSettings(tx, uid, changed, now);
  return notificationSettingsOf(changed.chosen);
};
