import * as z from "zod/mini";
import {
  noticeSchema,
  notificationSettingsChangeSchema,
  notificationSettingsSchema,
  pushDeviceSchema,
  pushSubscriptionSchema,
} from "../notifications.ts";
import { withoutNull } from "../primitives.ts";
import { defineRoute } from "../route.ts";

const unread = z.int();
const noticeIdSchema = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, "must be a notification's id"));

/** What a person is told of, and what they want to be told. New ones come by the WebSocket's `notifications` frame. */
export const notificationsRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/v1/notification",
    summary: "The caller's notifications, the newest first, page by page",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the page before. */
      cursor: z.optional(z.string().check(z.regex(/^[0-9]{1,15}\.[0-9]{1,16}$/, "must be a cursor of this list"))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 30),
    }),
    answer: z.object({ notices: z.array(noticeSchema), unread, nextCursor: z.nullable(z.string()) }),
  }),
  unread: defineRoute({
    method: "GET",
    path: "/v1/notification/unread",
    summary: "How many of the caller's notifications are unread, 100 at most",
    caller: "session",
    answer: z.object({ unread }),
  }),
  markRead: defineRoute({
    method: "POST",
    path: "/v1/notification/read",
    summary: "Marks notifications as read, or with null all of the caller's; others' are left alone",
    caller: "session",
    body: z.object({ ids: z.nullable(z.array(noticeIdSchema).check(z.maxLength(100))) }),
    answer: z.object({ unread }),
  }),
  settings: defineRoute({
    method: "GET",
    path: "/v1/user/settings",
    summary: "What the caller wants to be told, and how",
    caller: "session",
    answer: z.object({ settings: notificationSettingsSchema }),
  }),
  saveSettings: defineRoute({
    method: "PUT",
    path: "/v1/user/settings",
    summary: "Changes some of the caller's settings; unknown switches are refused",
    caller: "session",
    body: notificationSettingsChangeSchema,
    answer: z.object({ settings: notificationSettingsSchema }),
  }),

  // Push to the caller's browsers (W3C Push API, RFC 8030).

  pushDevices: defineRoute({
    method: "GET",
    path: "/v1/user/push",
    summary: "The caller's browsers that get pushes, and the key that a subscription is made with",
    caller: "session",
    answer: z.object({
      /** Our VAPID key (RFC 8292): an uncompressed point of P-256 in base64url. */
      applicationServerKey: z.string(),
      devices: z.array(pushDeviceSchema),
    }),
  }),
  subscribePush: defineRoute({
    method: "POST",
    path: "/v1/user/push",
    summary: "Subscribes the calling browser to the caller's pushes, in the place of what it had before",
    caller: "session",
    body: pushSubscriptionSchema,
    answer: z.object({ id: z.string() }),
    errors: ["push_endpoint"],
  }),
  unsubscribePush: defineRoute({
    method: "DELETE",
    path: "/v1/user/push",
    summary: "Ends a subscription of the caller's",
    caller: "session",
    body: pushSubscriptionSchema,
    answer: z.object({}),
    errors: ["push_unsubscribed"],
  }),
  removePushDevice: defineRoute({
    method: "DELETE",
    path: "/v1/user/push/device",
    summary: "Ends the pushes of one of the caller's browsers",
    caller: "session",
    body: z.object({ id: z.string().check(z.maxLength(64), withoutNull) }),
    answer: z.object({}),
    errors: ["push_unsubscribed"],
  }),
  testPush: defineRoute({
    method: "POST",
    path: "/v1/user/push/test",
    summary: "Sends the caller's browsers a push at once, whatever the settings",
    caller: "session",
    rate: "sensitive",
    answer: z.object({}),
    errors: ["push_unsubscribed", "unavailable"],
  }),
};
