import * as z from "zod/mini";
import { blockTimeSchema, pictureSchema, tradeKinds, tradeListCursorSchema, tradeVenues } from "../entities.ts";
import {
  addressSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  signatureSchema,
  tokenUnitsSchema,
} from "../primitives.ts";
import { defineRoute } from "../route.ts";

const holdingSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  /** Of one whole (old) token, now. */
  price: lamportsSchema,
  /** A day ago; null for a younger Tribe. */
  priceDayAgo: z.nullable(lamportsSchema),
  newMint: z.nullable(addressSchema),
  /** In all accounts of the caller: old tokens, and new ones at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The same by the mints that they are of, once the Tribe has migrated: old ones are traded only when they are converted. */
  migrated: z.nullable(z.object({ oldTokens: tokenUnitsSchema, newTokens: newTokenUnitsSchema })),
  /** `amount` at `price`, rounded down: what it is worth, not what selling all of it would bring. */
  value: lamportsSchema,
});

const ownTradeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  signature: signatureSchema,
  /** Old tokens; in the pool what the new ones are worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** What moved in the pool exactly; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** All fees of the trade. The network's fee and the rent of new accounts are no part of a trade. */
  fees: lamportsSchema,
  /** A purchase: what was paid, fees in. A sale: what arrived, fees off. */
  total: lamportsSchema,
  blockTime: blockTimeSchema,
});

/** What a person has in Tribes, and what they did there. */
export const portfolioRoutes = {
  holdings: defineRoute({
    method: "GET",
    path: "/v1/user/holdings",
    summary: "The tokens that the caller holds, the most worth first, at most 100",
    caller: "session",
    errors: ["wallet_missing"],
    answer: z.object({
      holdings: z.array(holdingSchema),
      /** Of how many tokens the caller holds some, also beyond the list. */
      count: z.int(),
      /** All of them together, each rounded down. */
      value: lamportsSchema,
    }),
  }),
  trades: defineRoute({
    method: "GET",
    path: "/v1/user/trades",
    summary: "The caller's own trades on curves and in pools, page by page, newest first",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the page before. */
      cursor: z.optional(tradeListCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
    }),
    errors: ["wallet_missing"],
    answer: z.object({ trades: z.array(ownTradeSchema), nextCursor: z.nullable(z.string()) }),
  }),
} as const;
