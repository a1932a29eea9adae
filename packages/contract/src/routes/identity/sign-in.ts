import * as z from "zod/mini";
import { defineRoute } from "../../route.ts";
import { emailSchema } from "./email.ts";
import { sessionSchema } from "./session.ts";

const mailedCodeSchema = z.string().check(z.trim(), z.regex(/^[0-9]{6}$/, "must be six digits"));

export const startEmail = defineRoute({
  method: "POST",
  path: "/v1/auth/email/start",
  summary: "Mails a six-digit code that is valid for ten minutes",
  caller: "device",
  rate: "sensitive",
  body: z.object({ email: emailSchema }),
  answer: z.object({ resendAfterSeconds: z.int() }),
});

export const verifyEmail = defineRoute({
  method: "POST",
  path: "/v1/auth/email/verify",
  summary: "Trades a mailed code for a session",
  caller: "device",
  rate: "sensitive",
  body: z.object({
    email: emailSchema,
    code: mailedCodeSchema,
  }),
  answer: sessionSchema,
  errors: ["mail_code_wrong", "mail_code_expired", "mail_code_attempts"],
});

export const startGoogle = defineRoute({
  method: "POST",
  path: "/v1/auth/google/start",
  summary: "Begins a sign-in with Google on this device: the page goes to the answered URL",
  caller: "device",
  rate: "sensitive",
  answer: z.object({ authorizationUrl: z.string() }),
  errors: ["unavailable"],
});

export const finishGoogle = defineRoute({
  method: "POST",
  path: "/v1/auth/google/finish",
  summary: "Trades what Google sent the page back with for a session; works once, on the device that began",
  caller: "device",
  rate: "sensitive",
  body: z.object({
    state: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Absent when the person declined. */
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
    /** The issuer's identifier, if it sends one (RFC 9207). */
    iss: z.optional(z.string().check(z.maxLength(300))),
  }),
  answer: z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("signedIn"), session: sessionSchema }),
    /**
     * The mail address must be proven first: it belongs to an existing account, or Google does not manage it. A code was mailed
     * to it, for `linkGoogle`.
     */
    z.object({ outcome: z.literal("codeNeeded"), email: z.string() }),
  ]),
  errors: ["google_denied", "google_unverified", "unavailable"],
});

export const linkGoogle = defineRoute({
  method: "POST",
  path: "/v1/auth/google/link",
  summary: "Links the Google account of this device's last sign-in to the mailbox's account, by a mailed code",
  caller: "device",
  rate: "sensitive",
  body: z.object({ code: mailedCodeSchema }),
  answer: sessionSchema,
  errors: ["google_denied", "mail_code_wrong", "mail_code_expired", "mail_code_attempts"],
});
