import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { changedNotificationSettings, type NotificationSettingsChange, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { keys } from "../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../shared/queries/page-by-page.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";

/** The person's notifications, the newest first, page by page. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: keys.noticeList(),
  queryFn: ({ pageParam, signal }) =>
    api(routes.notifications.list, { query: { limit: 30, ...cursorOf(pageParam) }, signal }),
  ...pageByPage,
});

/** The person's notification settings. */
export const settingsQuery = queryOptions({
  queryKey: keys.notificationSettings(),
  queryFn: async ({ signal }) => (await api(routes.notifications.settings, { signal })).settings,
});

/** The address that notifications are mailed to, and whether mails to it are delivered. */
export const mailStateQuery = queryOptions({
  queryKey: keys.mailState(),
  queryFn: ({ signal }) => api(routes.notifications.mailState, { signal }),
});

/** The person's browsers that receive push notifications. */
export const devicesQuery = queryOptions({
  queryKey: keys.pushDevices(),
  queryFn: async ({ signal }) => (await api(routes.notifications.pushDevices, { signal })).devices,
});

/** Saves settings optimistically: a switch moves before the server answers, and back if the change can't be saved. */
export const useSaveSettings = (): ((change: NotificationSettingsChange) => void) => {
  const cache = useQueryClient();
  const { queryKey } = settingsQuery;
  const { mutate } = useMutation({
    // Changes run one after another, so that the last press wins.
    scope: { id: "notificationSettings" },
    mutationFn: (change: NotificationSettingsChange) => api(routes.notifications.saveSettings, { body: change }),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (settings) => settings && changedNotificationSettings(settings, change));
    },
    onError: (error) => {
      toast.error(wordsOf(error).title);
      void refreshAfter(cache, { kind: "settingsUnsaved" });
    },
  });
  return mutate;
};
