import {
  ApiError,
  maxTribeSettings,
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsOf,
} from "@tribe/contract";
import { nextSummaryAt } from "@tribe/domain/notifications";

/** What is stored of a person's settings: only those that they changed, and when summaries are due and were sent. */
export interface StoredSettings {
  readonly chosen: NotificationSettingsChange;
  readonly summaryAt: Date | null;
  readonly summarizedAt: Date | null;
}

/** What a change leaves to be stored. */
export interface ChangedSettings {
  readonly chosen: NotificationSettingsChange;
  readonly wantsNewTribes: boolean;
  readonly summaryAt: Date | null;
}

/**
 * Changes settings. Only changed ones are stored, so that all others follow their defaults. A Tribe that is set to `all` again is
 * removed.
 * @throws ApiError `invalid_field` when too many Tribes have a setting
 */
export const applySettingsChange = (
  before: StoredSettings,
  change: NotificationSettingsChange,
  now: Date,
): ChangedSettings => {
  const chosen = mergeChosen(before.chosen, change);
  const settings = notificationSettingsOf(chosen);
  return {
    chosen,
    wantsNewTribes: settings.pushNotification.newTribesCreated,
    summaryAt: isSummaryMoved(notificationSettingsOf(before.chosen), settings)
      ? nextSummary(settings, now, before.summarizedAt)
      : before.summaryAt,
  };
};

const mergeChosen = (
  before: NotificationSettingsChange,
  change: NotificationSettingsChange,
): NotificationSettingsChange => {
  const modes = { ...before.tribeSettings, ...change.tribeSettings };
  if (Object.keys(modes).length > maxTribeSettings)
    throw new ApiError("invalid_field", { field: "body.tribeSettings", message: "Too many Tribes have a setting" });
  return {
    emailNotification: { ...before.emailNotification, ...change.emailNotification },
    pushNotification: { ...before.pushNotification, ...change.pushNotification },
    tribeSettings: Object.fromEntries(Object.entries(modes).filter(([, mode]) => mode !== "all")),
    delivery: { ...before.delivery, ...change.delivery },
  };
};

/** Another switch must not delay a summary that is due now. */
const isSummaryMoved = (before: NotificationSettings, after: NotificationSettings): boolean =>
  before.emailNotification.dailySummary !== after.emailNotification.dailySummary ||
  before.delivery.summaryHour !== after.delivery.summaryHour ||
  before.delivery.timeZone !== after.delivery.timeZone;

const nextSummary = (
  { emailNotification, delivery }: NotificationSettings,
  now: Date,
  last: Date | null,
): Date | null =>
  emailNotification.dailySummary ? new Date(nextSummaryAt(now.getTime(), last?.getTime() ?? null, delivery)) : null;
