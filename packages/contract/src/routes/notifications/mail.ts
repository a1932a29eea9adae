import * as z from "zod/mini";
import { mailKinds } from "../../notifications.ts";
import { timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** Notifications by mail: their address, and the links in them that stop them without sign-in. */

const tokenSchema = z.string().check(z.maxLength(1_000), z.regex(/^[\w.-]*$/, "must be a token of a mail"));

export const mailState = defineRoute({
  method: "GET",
  path: "/v1/user/mail",
  summary: "Where the caller is mailed to, and whether notifications are still mailed there",
  caller: "session",
  answer: z.object({
    address: z.string(),
    /** A mail bounced permanently, or was reported as spam: no notifications are mailed any more. */
    stopped: z.nullable(z.object({ reason: z.enum(["bounce", "complaint"]), at: timeSchema })),
  }),
});

export const resumeMail = defineRoute({
  method: "POST",
  path: "/v1/user/mail/resume",
  summary: "Mails notifications to the caller again",
  caller: "session",
  rate: "sensitive",
  answer: z.object({}),
});

export const mailLink = defineRoute({
  method: "GET",
  path: "/v1/mail/unsubscribe",
  summary: "What a mail's link stops; it changes nothing",
  caller: "public",
  query: z.object({ token: tokenSchema }),
  answer: z.object({ kind: z.enum(mailKinds), isOn: z.boolean() }),
  errors: ["mail_link_invalid"],
});

export const unsubscribeMail = defineRoute({
  method: "POST",
  path: "/v1/mail/unsubscribe",
  summary: "Stops the mails that a mail's link is about; mail providers post to /api/unsubscribe (RFC 8058)",
  caller: "public",
  body: z.object({ token: tokenSchema }),
  answer: z.object({}),
  errors: ["mail_link_invalid"],
});
