import * as z from "zod/mini";
import { addressSchema, pictureSchema, timeSchema, uidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Calls about a person's account as a whole: export its data, delete it, and block others. */
export const accountRoutes = {
  exportData: defineRoute({
    method: "GET",
    path: "/v1/account/export",
    summary: "All that is stored of the caller, as one JSON file",
    caller: "session",
    rate: "sensitive",
    produces: "application/json",
    answer: z.custom<AsyncIterable<string>>((value) => value !== null && typeof value === "object"),
  }),
  startDeletion: defineRoute({
    method: "POST",
    path: "/v1/account/delete/start",
    summary: "Mails the caller a code that ends the account, valid for ten minutes on this device",
    caller: "session",
    rate: "sensitive",
    answer: z.object({ resendAfterSeconds: z.int() }),
  }),
  deleteAccount: defineRoute({
    method: "POST",
    path: "/v1/account/delete",
    summary: "Ends the account, for good: sessions, tokens, the wallet's shares, seats and profile go with it",
    caller: "session",
    rate: "sensitive",
    body: z.object({ code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/, "must be six digits")) }),
    answer: z.object({}),
    errors: ["mail_code_wrong", "mail_code_expired", "mail_code_attempts"],
  }),
  blocks: defineRoute({
    method: "GET",
    path: "/v1/account/blocks",
    summary: "Whom the caller has blocked, the newest first",
    caller: "session",
    answer: z.object({
      blocks: z.array(
        z.object({
          uid: uidSchema,
          /** Null when they have deleted their account since. */
          address: z.nullable(addressSchema),
          displayName: z.string(),
          pfp: z.nullable(pictureSchema),
          blockedAt: timeSchema,
        }),
      ),
    }),
  }),
  block: defineRoute({
    method: "POST",
    path: "/v1/account/block",
    summary: "Hides a person's messages from the caller; they are not told",
    caller: "session",
    body: z.object({ uid: uidSchema }),
    answer: z.object({}),
    errors: ["not_found", "conflict"],
  }),
  unblock: defineRoute({
    method: "POST",
    path: "/v1/account/unblock",
    summary: "Shows a person's messages again",
    caller: "session",
    body: z.object({ uid: uidSchema }),
    answer: z.object({}),
  }),
} as const;
