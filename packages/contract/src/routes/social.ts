import * as z from "zod/mini";
import { socialAccountSchema } from "../entities/people.ts";
import { appPathSchema, timeSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Connecting X (OAuth 2 with PKCE) and Farcaster (Sign In With Farcaster, FIP-11). */
export const socialRoutes = {
  startX: defineRoute({
    method: "POST",
    path: "/v1/social/x/start",
    summary: "Begins the connection of an X account: the page goes to the answered URL",
    caller: "session",
    body: z.object({
      /** The path of our app to which the person returns. */
      returnTo: appPathSchema,
    }),
    answer: z.object({ authorizationUrl: z.string() }),
  }),
  /** The provider sends the browser here; the answer is a redirect to `returnTo?social=connected|denied|taken`. */
  xCallback: defineRoute({
    method: "GET",
    path: "/v1/social/x/callback",
    summary: "X sends the browser here with a code; ends in a redirect",
    caller: "public",
    rate: "sensitive",
    query: z.object({
      state: z.string().check(z.maxLength(200)),
      code: z.optional(z.string().check(z.maxLength(1_000))),
      error: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: z.object({}),
  }),
  unlinkX: defineRoute({
    method: "DELETE",
    path: "/v1/social/x",
    summary: "Unlinks the X account",
    caller: "session",
    answer: z.object({ twitter: z.nullable(socialAccountSchema) }),
  }),
  startFarcaster: defineRoute({
    method: "POST",
    path: "/v1/social/farcaster/start",
    summary: "Begins the connection of a Farcaster account: the person approves at the answered URL, on any device",
    caller: "session",
    rate: "sensitive",
    answer: z.object({ connectionId: z.string(), url: z.string(), expiresAt: timeSchema }),
    errors: ["unavailable"],
  }),
  finishFarcaster: defineRoute({
    method: "POST",
    path: "/v1/social/farcaster/finish",
    summary:
      "Asks whether the person has approved, and connects the account when they have; asked until it is not pending",
    caller: "session",
    body: z.object({ connectionId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    answer: z.discriminatedUnion("outcome", [
      z.object({ outcome: z.literal("pending") }),
      z.object({ outcome: z.literal("connected"), farcaster: socialAccountSchema }),
    ]),
    errors: ["farcaster_denied", "social_taken", "unavailable"],
  }),
  unlinkFarcaster: defineRoute({
    method: "DELETE",
    path: "/v1/social/farcaster",
    summary: "Unlinks the Farcaster account",
    caller: "session",
    answer: z.object({ farcaster: z.nullable(socialAccountSchema) }),
  }),
} as const;
