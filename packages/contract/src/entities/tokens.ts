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
import { groupSizeSchema, membershipStateSchema } from "./membership.ts";
import { tradeVenues } from "./trades.ts";

/** A whole number beyond 2⁵³ without a unit, as a decimal string on the wire. */
const wholeSchema = z.codec(z.string().check(z.regex(/^[0-9]{1,20}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** What a migrated token's pool counts as its own, without accrued fees. */
export const poolReservesSchema = z.object({ lamports: lamportsSchema, tokens: newTokenUnitsSchema });

/** A Tribe's token with everything its page shows. Supply and price come from the indexed chain. */
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
  /** The Chief's present picture; `pfp` is the Tribe's, pinned when it was created. */
  creatorPfp: z.nullable(z.string()),
  /** Curve position `x` in base units. */
  supply: tokenUnitsSchema,
  /** The curve's `floor` in base units: a sell never goes below it. */
  virtualSupply: tokenUnitsSchema,
  /** Curve position at which the curve closes. */
  maxSupply: tokenUnitsSchema,
  bondingCurveCoefficient: wholeSchema,
  /** Tokens that the creation gave to who invited the Chief: they stand outside of the curve. */
  referralBonus: tokenUnitsSchema,
  reserve: lamportsSchema,
  /** Price of one (old) token: on the curve at the present supply, after migration by the pool at the conversion rate. */
  price: lamportsSchema,
  /** Price 24 hours ago, null when the token is younger. */
  priceDayAgo: z.nullable(lamportsSchema),
  volume: lamportsSchema,
  /** The event that comes next, by its venue's own count: all trades before it are in these figures. */
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
    /** What a newcomer must hold now, rounded up to the 4 decimals of the input. */
    entryThresholdTokens: tokenUnitsSchema,
    /** The exact figure that the comparison uses. */
    entryThresholdTokensForCompare: tokenUnitsSchema,
  }),
  /** What the seated hold, descending, without names: a page tells from it which rank an amount would have. */
  seatHoldings: z.array(tokenUnitsSchema),
  /** The caller's own state; `none` for a visitor. */
  subscribeState: membershipStateSchema,
  /** When the caller lost the seat; null for who did not, absent from servers of before. */
  seatLostAt: z.optional(z.nullable(timeSchema)),
  fees: z.object({
    creatorBuyBps: z.int(),
    creatorSellBps: z.int(),
    platformBuyBps: z.int(),
    platformSellBps: z.int(),
    referralBps: z.int(),
    affiliateBps: z.int(),
    discountBps: z.int(),
  }),
});

/**
 * Whole numbers from 0 to 100. One check for all of them: a page of the home listing has 1,250, and a schema of each one's
 * own took longer than all else of its answer.
 */
export const heightsSchema = z.custom<number[]>(
  (line) => Array.isArray(line) && line.every((height) => Number.isInteger(height) && height >= 0 && height <= 100),
);

/**
 * The price hour by hour over the last day as heights from 0 to 100, the newest last; shorter where it is younger, empty
 * where nobody traded. Null far down a listing, where it is not worth its cost.
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
  /** As the profile's; absent until the curve has migrated, and from servers of before. */
  conversionRate: z.optional(wholeSchema),
  createdAt: timeSchema,
  /** What is in people's hands at the present price. */
  marketCap: lamportsSchema,
  /** What a seat costs who holds nothing, fees in; null where none can be bought, or the fees are not known. */
  seatPrice: z.nullable(lamportsSchema),
  dayLine: dayLineSchema,
  /** Of the window that was asked for, without that of creators' own and self-referred trades. */
  volume: lamportsSchema,
});

/** A Tribe as a picture with its names. */
export const tribeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** What the home listing can be sorted by; `seats` are those that are free. */
export const tokenSorts = ["volume", "marketCap", "change", "price", "seats", "newest"] as const;
export type TokenSort = (typeof tokenSorts)[number];

/** A token's place in a listing: the ranking's id, how well it matched, what it is ranked by, its mint. */
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
