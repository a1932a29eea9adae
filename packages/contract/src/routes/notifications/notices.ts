import * as z from "zod/mini";
import { noticeSchema, notificationSettingsChangeSchema, notificationSettingsSchema } from "../../notifications.ts";
import { defineRoute } from "../../route.ts";

/** A person's notifications and their settings. New ones arrive in the WebSocket's `notifications` frame. */

const noticeIdSchema = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, "must be a notification's id"));

export const list = defineRoute({
  method: "GET",
  path: "/v1/notification",
  summary: "The caller's notifications, the newest first, page by page",
  caller: "session",
  query: z.object({
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.regex(/^[0-9]{1,15}\.[0-9]{1,16}$/, "must be a cursor of this list"))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 30),
  }),
  answer: z.object({ notices: z.array(noticeSchema), unread: z.int(), nextCursor: z.nullable(z.string()) }),
});

export const markRead = defineRoute({
  method: "POST",
  path: "/v1/notification/read",
  summary: "Marks notifications as read, or with null all of the caller's; others' are left alone",
  caller: "session",
  body: z.object({ ids: z.nullable(z.array(noticeIdSchema).check(z.maxLength(100))) }),
  answer: z.object({ unread: z.int() }),
});

export const settings = defineRoute({
  method: "GET",
  path: "/v1/user/settings",
  summary: "What the caller wants to be told, and how",
  caller: "session",
  answer: z.object({ settings: notificationSettingsSchema }),
});

export const saveSettings = defineRoute({
  method: "PUT",
  path: "/v1/user/settings",
  summary: "Changes some of the caller's settings; unknown switches are refused",
  caller: "session",
  body: notificationSettingsChangeSchema,
  answer: z.object({ settings: notificationSettingsSchema }),
});
