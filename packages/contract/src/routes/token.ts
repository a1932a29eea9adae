import * as z from "zod/mini";
import { listingCursorSchema, tokenHolderSchema, tokenProfileSchema, tokenSummarySchema } from "../entities.ts";
import { addressSchema, withoutNull } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** What anybody may know of tokens. */
export const tokenRoutes = {
  profile: defineRoute({
    method: "GET",
    path: "/v1/token/profile",
    summary: "Everything the token page shows",
    caller: "device",
    query: z.object({ mint: addressSchema }),
    answer: tokenProfileSchema,
    errors: ["not_found"],
  }),
  holders: defineRoute({
    method: "GET",
    path: "/v1/token/holders",
    summary: "The 100 largest holders, the largest first",
    caller: "device",
    query: z.object({ mint: addressSchema }),
    answer: z.object({ holders: z.array(tokenHolderSchema) }),
    errors: ["not_found"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/v1/token/list",
    summary: "The home listing: ranked tokens, page by page",
    caller: "device",
    query: z.object({
      tab: z._default(z.enum(["leaderboard", "migrated"]), "leaderboard"),
      window: z._default(z.enum(["4h", "1d", "all"]), "all"),
      search: z.optional(z.string().check(z.trim(), z.maxLength(64), withoutNull)),
      cursor: z.optional(listingCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    }),
    answer: z.object({
      tokens: z.array(tokenSummarySchema),
      /** How many the whole listing has, also beyond this page. */
      total: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
  }),
  /** Short, because a mint's `uri` has 64 bytes; `t` is the token's id in base 36. */
  metadata: defineRoute({
    method: "GET",
    path: "/v1/meta",
    summary: "What a mint's uri points to, as wallets and explorers read it",
    caller: "public",
    query: z.object({ t: z.string().check(z.regex(/^[0-9a-z]{1,13}$/, "must be a token id in base 36")) }),
    answer: z.object({
      name: z.string(),
      symbol: z.string(),
      description: z.string(),
      image: z.string(),
      external_url: z.string(),
    }),
    errors: ["not_found"],
  }),
} as const;
