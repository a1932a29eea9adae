import * as z from "zod/mini";
import { socialAccountSchema } from "../entities.ts";
import { appPathSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Connecting X (OAuth 2 with PKCE). Farcaster joins with the identity issue. */
export const socialRoutes = {
  startX: defineRoute({
    method: "POST",
    path: "/v1/social/x/start",
    summary: "Begins the connection of an X account: the page goes to the answered URL",
    caller: "session",
    body: z.object({
      /** The path of our app that the person comes back to. */
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
} as const;
