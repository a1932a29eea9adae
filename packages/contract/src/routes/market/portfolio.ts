import * as z from "zod/mini";
import { groupSizeSchema } from "../../entities/membership.ts";
import { dayLineSchema, tribeSchema } from "../../entities/tokens.ts";
import { tradeKinds, tradeListCursorSchema, tradeVenues } from "../../entities/trades.ts";
import {
  addressSchema,
  blockTimeSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  pictureSchema,
  signatureSchema,
  timeSchema,
  tokenUnitsSchema,
} from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** What people have of Tribes' tokens, and what they did with them. */

const holdingSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  /** Of one whole (old) token, now. */
  price: lamportsSchema,
  /** A day ago; null for a younger Tribe. */
  priceDayAgo: z.nullable(lamportsSchema),
  /** As in the home listing; null far down the list. */
  dayLine: dayLineSchema,
  /** What the caller paid for a whole (old) token over all their purchases, fees in, rounded down; null where none was bought. */
  averagePaid: z.nullable(lamportsSchema),
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

/** A person's seat in a Tribe, or that they hold some of its tokens without one. */
const heldSeatSchema = z.extend(tribeSchema, {
  /** Seat 1 holds most; null for who has none: never joined, or lost it. */
  number: z.nullable(z.int().check(z.minimum(1))),
  groupSize: groupSizeSchema,
  memberCount: z.int(),
  /** Base units, in old tokens. */
  holding: tokenUnitsSchema,
  /** What a seat takes: what the last seated holds, or the least that is asked for while one is free. */
  cut: tokenUnitsSchema,
});

export const holdings = defineRoute({
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
    /**
     * The same at each full hour of the last day, the oldest first, for what is held now at the prices of then; a token
     * without a price of then counts as now. Null where no price moved.
     */
    dayWorth: z.nullable(z.array(lamportsSchema)),
  }),
});

export const ownSeats = defineRoute({
  method: "GET",
  path: "/v1/user/seats",
  summary: "The caller's seats, and the Tribes of which they hold tokens without one; at most 100",
  caller: "session",
  answer: z.object({ seats: z.array(heldSeatSchema) }),
});

export const standing = defineRoute({
  method: "GET",
  path: "/v1/user/standing",
  summary: "Where a person sits and what they hold, as the chain shows it to anybody",
  caller: "device",
  query: z.object({ address: addressSchema }),
  answer: z.object({
    /** When the account was made. */
    since: timeSchema,
    /** The best seat first, at most 100. */
    seats: z.array(heldSeatSchema),
    /** The most worth first, at most 20. */
    holdings: z.array(
      z.extend(tribeSchema, {
        /** Base units, in old tokens. */
        amount: tokenUnitsSchema,
        /** At the present price, rounded down. */
        value: lamportsSchema,
      }),
    ),
    /** Of how many tokens they hold some, and what all are worth. */
    count: z.int(),
    value: lamportsSchema,
  }),
  errors: ["not_found"],
});

export const ownTrades = defineRoute({
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
});
