import * as z from "zod/mini";
import { listingCursorSchema, tokenSorts, tokenSummarySchema } from "../../entities/tokens.ts";
import { withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

export const list = defineRoute({
  method: "GET",
  path: "/v1/token/list",
  summary: "The home listing: ranked tokens, page by page",
  caller: "device",
  query: z.object({
    tab: z._default(z.enum(["leaderboard", "migrated"]), "leaderboard"),
    window: z._default(z.enum(["4h", "1d", "all"]), "all"),
    search: z.optional(z.string().check(z.trim(), z.maxLength(64), withoutNull)),
    /** Default: by volume, the largest first. */
    sort: z.optional(z.enum(tokenSorts)),
    order: z.optional(z.enum(["desc", "asc"])),
    /** `nextCursor` of the previous page, in the same sort and order. */
    cursor: z.optional(listingCursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  answer: z.object({
    tokens: z.array(tokenSummarySchema),
    /** Number of tokens in the whole listing, not only on this page. */
    total: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
});
