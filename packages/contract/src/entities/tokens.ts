import * as z from "zod/mini";
import {
  addressSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  pictureSchema,
  timeSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uidSchema,
} from "../primitives.ts";
import { seatLossSchema } from "../seat-loss.ts";
import { groupSizeSchema, membershipStateSchema } from "./membership.ts";
import { tradeVenues } from "./trades.ts";

/** A whole number above 2⁵³ without a unit, as a decimal string on the wire. */
const wholeSchema = z.codec(z.string().check(z.regex(/^[0-9]{1,20}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** The reserves of a migrated token's pool, without accrued fees. */
export const poolReservesSchema = z.object({ lamports: lamportsSchema, tokens: newTokenUnitsSchema });

/** What trades on a curve cost, in basis points of their value. */
const feesSchema = z.object({
  creatorBuyBps: z.int(),
  creatorSellBps: z.int(),
  platformBuyBps: z.int(),
  platformSellBps: z.int(),
  referralBps: z.int(),
  affiliateBps: z.int(),
  discountBps: z.int(),
});

/** A Tribe's token with everything that its page shows. Supply and price come from the indexed chain. */
export const tokenProfileSchema = z.object({
  mint: addressSchema,
  tokenId: tokenIdSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  creatorAddress: addressSchema,
  creatorUid: uidSchema,
  creatorName: z.string(),
  creatorHandle: z.nullable(z.string()),
  /** What the Chief says about themselves. Older servers do not send it. */
  creatorBio: z.optional(z.string()),
  /** The Chief's handle on Farcaster. Older servers do not send it. */
  creatorFarcaster: z.optional(z.nullable(z.string())),
  /** The Chief's present picture; `pfp` is the Tribe's, pinned when it was created. */
  creatorPfp: z.nullable(z.string()),
  /** Curve position `x` in base units. */
  supply: tokenUnitsSchema,
  /** The curve's `floor` in base units: a sell never goes below it. */
  virtualSupply: tokenUnitsSchema,
  /** Curve position at which the curve closes. */
  maxSupply: tokenUnitsSchema,
  bondingCurveCoefficient: wholeSchema,
  /** Tokens that the inviter of the Chief got at creation; they are not part of the curve's supply. */
  referralBonus: tokenUnitsSchema,
  reserve: lamportsSchema,
  /** Price of one (old) token: on the curve at the current supply; after migration the pool's price at the conversion rate. */
  price: lamportsSchema,
  /** Price 24 hours ago; null when the token is younger. */
  priceDayAgo: z.nullable(lamportsSchema),
  volume: lamportsSchema,
  /** The next event by its venue's own count: these figures include all trades before it. */
  next: z.object({ venue: z.enum(tradeVenues), seq: z.int().check(z.minimum(0)) }),
  groupSize: groupSizeSchema,
  newMint: z.nullable(addressSchema),
  liquidityAddress: z.nullable(addressSchema),
  /** New base units for one old base unit; null until the curve has migrated. */
  conversionRate: z.nullable(wholeSchema),
  /** The indexed pool with its fees in basis points of a swap's lamports; null until the curve has migrated. */
  pool: z.nullable(z.extend(poolReservesSchema, { liquidityBps: z.int(), creatorBps: z.int(), platformBps: z.int() })),
  memberCount: z.int(),
  holderCount: z.int(),
  createdAt: timeSchema,
  tradeInfo: z.object({
    /** What a newcomer must hold now, rounded up to the 4 decimals of the input field. */
    entryThresholdTokens: tokenUnitsSchema,
    /** The exact value, for comparisons. */
    entryThresholdTokensForCompare: tokenUnitsSchema,
  }),
  /** Holdings of the seated members, descending, without names: the page computes the rank of an amount from them. */
  seatHoldings: z.array(tokenUnitsSchema),
  /**
   * What the page needs besides to apply the server's own ranking to a trade. Older servers do not send it.
   */
  seating: z.optional(
    z.object({
      /** Places in the order of joining of those in `seatHoldings`: of equal holdings the smaller place comes first. */
      joinOrders: z.array(z.int()),
      /** The caller's own place; null for somebody who never joined. */
      own: z.nullable(z.int()),
      /**
       * The best of the others who has no seat if the caller has one: for a seated member whoever waits outside, for anybody else
       * the last seated member. Null while there are seats for all.
       */
      rival: z.nullable(z.object({ displayName: z.string(), holding: tokenUnitsSchema, joinOrder: z.int() })),
    }),
  ),
  /** The caller's own membership; `none` for a visitor. */
  subscribeState: membershipStateSchema,
  /** When the caller lost the seat; null if they did not. Older servers do not send it. */
  seatLostAt: z.optional(z.nullable(timeSchema)),
  /** Why; as `seatLostAt`. */
  seatLoss: z.optional(z.nullable(seatLossSchema)),
  fees: feesSchema,
  /**
   * Fees that the chain has announced and anybody can put into force between two times; null when none are. Older servers do not
   * send it.
   */
  announcedFees: z.optional(z.nullable(z.object({ fees: feesSchema, from: timeSchema, until: timeSchema }))),
});

/**
 * Whole numbers from 0 to 100, checked together: a page of the home listing has 1,250, and a schema for each number took longer
 * than the rest of the answer.
 */
export const heightsSchema = z.custom<number[]>(
  (line) => Array.isArray(line) && line.every((height) => Number.isInteger(height) && height >= 0 && height <= 100),
);

/**
 * The hourly price of the last day as heights from 0 to 100, the newest last; shorter for a younger token, empty without
 * trades. Null far down a listing, where it would cost too much.
 */
export const dayLineSchema = z.nullable(heightsSchema);

/** A line of the home listing. */
export const tokenSummarySchema = z.object({
  mint: addressSchema,
  tokenId: tokenIdSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  creatorName: z.string(),
  price: lamportsSchema,
  priceDayAgo: z.nullable(lamportsSchema),
  memberCount: z.int(),
  holderCount: z.int(),
  groupSize: groupSizeSchema,
  newMint: z.nullable(addressSchema),
  /** As in the profile. Absent before migration, and from older servers. */
  conversionRate: z.optional(wholeSchema),
  createdAt: timeSchema,
  /** Tokens in circulation at the current price. */
  marketCap: lamportsSchema,
  /** The price of a seat for a person without tokens, fees included; null when none can be bought, or the fees are unknown. */
  seatPrice: z.nullable(lamportsSchema),
  dayLine: dayLineSchema,
  /** Whether somebody wrote in its chat within the last hour. Older servers do not send it. */
  isTalking: z.optional(z.boolean()),
  /** Of the requested window, without creators' own and self-referred trades. */
  volume: lamportsSchema,
});

/** A Tribe's picture and names. */
export const tribeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** Sort orders of the home listing; `seats` sorts by free seats. */
export const tokenSorts = ["volume", "marketCap", "change", "price", "seats", "newest"] as const;
export type TokenSort = (typeof tokenSorts)[number];

/** A token's position in a listing: the ranking's id, its search score, the value that it is ranked by, its mint. */
export const listingCursorSchema = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-2]\.(0|[1-9][0-9]{0,39})\.[1-9A-HJ-NP-Za-km-z]{32,44}$/,
      "must be a cursor of this list",
    ),
  );

export type TokenProfile = z.output<typeof tokenProfileSchema>;
export type TokenSummary = z.output<typeof tokenSummarySchema>;
