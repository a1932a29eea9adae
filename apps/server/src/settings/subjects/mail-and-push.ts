import * as z from "zod/mini";
import { integer, type Setting, text, url } from "../setting.ts";

export const mailAndPushSettings = {
  SMTP_URL: {
    schema: url("smtp:", "smtps:"),
    default: null,
    meaning: "Mail server, `smtp://user:password@host:port`",
    production: "required",
  },
  MAIL_FROM: { schema: text, default: "Tribe <no-reply@tribe.localhost>", meaning: "Sender of all mails" },
  OPERATOR_MAIL: {
    schema: z.email(),
    default: null,
    meaning:
      "Address that gets a mail when a message is reported and no other report is waiting. Without it operators check for themselves",
  },
  MAIL_WEBHOOK_SECRET: {
    schema: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "must be whsec_ and base64")),
    default: null,
    meaning:
      "Signing secret of Resend's webhooks (`whsec_…`), which report bounced mails to `/api/webhooks/mail`. Without it these calls are refused",
  },
  TRIBE_NEW_ADDRESS_MAILS: {
    schema: integer(1, 100_000),
    default: "120",
    meaning:
      "Maximum sign-in codes per minute to addresses without an account. Five minutes' worth are sent at once, further ones wait. People with an account get theirs at once",
  },
  VAPID_PUBLIC_KEY: {
    schema: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/, "must be a P-256 point in base64url")),
    default: null,
    meaning:
      "Public key for pushes (RFC 8292), in base64url. Without it the server creates a pair in the data folder. After a change no browser gets pushes until it opens the app again",
    production: "required",
  },
  VAPID_PRIVATE_KEY: {
    schema: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url")),
    default: null,
    meaning: "Private key of that pair, in base64url",
    production: "required",
  },
  VAPID_SUBJECT: {
    schema: url("mailto:", "https:"),
    default: null,
    meaning: "How push services can contact the operator, `mailto:` or `https:`",
    production: "required",
  },
} as const satisfies Record<string, Setting>;
