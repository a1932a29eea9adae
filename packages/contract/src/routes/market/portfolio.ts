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

/** People's holdings of Tribes' tokens, and their trades. */

const holdingSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  /** Current price of one whole (old) token. */
  price: lamportsSchema,
  /** The price a day ago; null for a younger Tribe. */
  priceDayAgo: z.nullable(lamportsSchema),
  /** As in the home listing; null far down the list. */
  dayLine: dayLineSchema,
  /**
   * Average price of a whole (old) token over all the caller's purchases, fees included, rounded down; null without purchases.
   */
  averagePaid: z.nullable(lamportsSchema),
  newMint: z.nullable(addressSchema),
  /** In all the caller's accounts: old tokens, and new ones at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The same by mint, once the Tribe has migrated: old tokens can be traded only after conversion. */
  migrated: z.nullable(z.object({ oldTokens: tokenUnitsSchema, newTokens: newTokenUnitsSchema })),
  /** `amount` at `price`, rounded down; selling all of it would yield less. */
  value: lamportsSchema,
});

const ownTradeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  signature: signatureSchema,
  /** Old tokens; for a pool trade, the new tokens' worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The exact amount of new tokens that the pool traded; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** All fees of the trade itself, without the network's fee and the rent of new accounts. */
  fees: lamportsSchema,
  /** A purchase: lamports paid, fees included. A sale: lamports received, fees deducted. */
  total: lamportsSchema,
  blockTime: blockTimeSchema,
});

/** A person's seat in a Tribe, or their holding without a seat. */
const heldSeatSchema = z.extend(tribeSchema, {
  /** Seat 1 has the largest holding; null for a person who never joined, or lost the seat. */
  number: z.nullable(z.int().check(z.minimum(1))),
  groupSize: groupSizeSchema,
  memberCount: z.int(),
  /** Base units, in old tokens. */
  holding: tokenUnitsSchema,
  /** What a seat takes: the last seated member's holding, or the minimum while a seat is free. */
  cut: tokenUnitsSchema,
  /**
   * Exactly what the person must hold to have this seat: more than whoever waits for it, or without a seat more than the last
   * seated member; as much is enough for who joined earlier. Older servers do not send it.
   */
  needed: z.optional(tokenUnitsSchema),
});

export const holdings = defineRoute({
  method: "GET",
  path: "/v1/user/holdings",
  summary: "The tokens that the caller holds, the most worth first, at most 100",
  caller: "session",
  errors: ["wallet_missing"],
  answer: z.object({
    holdings: z.array(holdingSchema),
    /** Number of tokens that the caller holds, not only those in the list. */
    count: z.int(),
    /** Sum of all holdings' values, each rounded down. */
    value: lamportsSchema,
    /**
     * The same at each full hour of the last day, the oldest first: current holdings at past prices; a token without a past
     * price counts at its current one. Null when no price changed.
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
    /** When the account was created. */
    since: timeSchema,
    /** The best seat first, at most 100. */
    seats: z.array(heldSeatSchema),
    /** The most valuable first, at most 20. */
    holdings: z.array(
      z.extend(tribeSchema, {
        /** Base units, in old tokens. */
        amount: tokenUnitsSchema,
        /** At the current price, rounded down. */
        value: lamportsSchema,
      }),
    ),
    /** Number of tokens that they hold, and the value of all. */
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
    /** `nextCursor` of the previous page. */
    cursor: z.optional(tradeListCursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  }),
  errors: ["wallet_missing"],
  answer: z.object({ trades: z.array(ownTradeSchema), nextCursor: z.nullable(z.string()) }),
});
