import * as z from "zod/mini";
import { pushDeviceSchema, pushSubscriptionSchema } from "../../notifications.ts";
import { withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** Push to the caller's browsers (W3C Push API, RFC 8030). */

export const pushDevices = defineRoute({
  method: "GET",
  path: "/v1/user/push",
  summary: "The caller's browsers that get pushes, and the key that a subscription is made with",
  caller: "session",
  answer: z.object({
    /** Our VAPID key (RFC 8292): an uncompressed point of P-256 in base64url. */
    applicationServerKey: z.string(),
    devices: z.array(pushDeviceSchema),
  }),
});

export const subscribePush = defineRoute({
  method: "POST",
  path: "/v1/user/push",
  summary: "Subscribes the calling browser to the caller's pushes, in the place of what it had before",
  caller: "session",
  body: pushSubscriptionSchema,
  answer: z.object({ id: z.string() }),
  errors: ["push_endpoint"],
});

export const unsubscribePush = defineRoute({
  method: "DELETE",
  path: "/v1/user/push",
  summary: "Ends a subscription of the caller's",
  caller: "session",
  body: pushSubscriptionSchema,
  answer: z.object({}),
  errors: ["push_unsubscribed"],
});

export const removePushDevice = defineRoute({
  method: "DELETE",
  path: "/v1/user/push/device",
  summary: "Ends the pushes of one of the caller's browsers",
  caller: "session",
  body: z.object({ id: z.string().check(z.maxLength(64), withoutNull) }),
  answer: z.object({}),
  errors: ["push_unsubscribed"],
});

export const testPush = defineRoute({
  method: "POST",
  path: "/v1/user/push/test",
  summary: "Sends the caller's browsers a push at once, whatever the settings",
  caller: "session",
  rate: "sensitive",
  answer: z.object({}),
  errors: ["push_unsubscribed", "unavailable"],
});
