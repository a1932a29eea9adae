import * as z from "zod/mini";
import { tokenHolderSchema } from "../../entities/holders.ts";
import { tokenProfileSchema } from "../../entities/tokens.ts";
import { candleSchema, tradeCursorSchema, tradePointSchema } from "../../entities/trades.ts";
import { addressSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** The data of a Tribe's page. */

export const profile = defineRoute({
  method: "GET",
  path: "/v1/token/profile",
  summary: "Everything the token page shows",
  caller: "device",
  query: z.object({ mint: addressSchema }),
  answer: tokenProfileSchema,
  errors: ["not_found"],
});

export const holders = defineRoute({
  method: "GET",
  path: "/v1/token/holders",
  summary: "The 100 largest holders, the largest first",
  caller: "device",
  query: z.object({ mint: addressSchema }),
  answer: z.object({ holders: z.array(tokenHolderSchema) }),
  errors: ["not_found"],
});

export const history = defineRoute({
  method: "GET",
  path: "/v1/factory/history",
  summary: "Trades of a token, newest first; `before` keeps pages in their places while new trades come",
  caller: "device",
  query: z.object({
    mint: addressSchema,
    /** Only trades older than this one; `offset` counts from there. */
    before: z.optional(tradeCursorSchema),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 500),
  }),
  answer: z.array(tradePointSchema),
  errors: ["not_found"],
});

export const candles = defineRoute({
  method: "GET",
  path: "/v1/factory/candles",
  summary: "The same trades summed up for a chart: a page of candles, oldest first, of those before a trade",
  caller: "device",
  query: z.object({
    mint: addressSchema,
    /** Only trades older than this one. */
    before: z.optional(tradeCursorSchema),
    /** Seconds of one candle. */
    interval: z.coerce.number().check(z.int(), z.minimum(5), z.maximum(604_800)),
  }),
  answer: z.object({
    /** The oldest may be incomplete: the next page has the rest of it. */
    candles: z.array(candleSchema),
    /** Where the next page begins; null when there is nothing older. */
    before: z.nullable(tradeCursorSchema),
  }),
  errors: ["not_found"],
});
