import * as z from "zod/mini";
import {
  addressSchema,
  blockTimeSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  signatureSchema,
  tokenUnitsSchema,
} from "../primitives.ts";

export const tradeVenues = ["curve", "pool"] as const;
export type TradeVenue = (typeof tradeVenues)[number];

export const tradeKinds = ["create", "buy", "sell"] as const;

export const tradePointSchema = z.object({
  /** The venue's own count of events: it grows with each trade, with gaps. */
  seq: z.int().check(z.minimum(0)),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  trader: addressSchema,
  /** Old tokens; for a pool trade, the new tokens' worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The exact amount of new tokens that the pool traded; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** Lamports that the curve or pool received or paid, before fees. */
  value: lamportsSchema,
  /** Lamports per whole (old) token, of `value`. */
  unitPrice: lamportsSchema,
  /** Price of one whole (old) token right after the trade, as in the profile. */
  priceAfter: lamportsSchema,
  supplyAfterTrade: tokenUnitsSchema,
  blockTime: blockTimeSchema,
  signature: signatureSchema,
});

/** A trade's position in its token's history, `venue:seq`: all curve trades come before all pool trades. */
export const tradeCursorSchema = z
  .string()
  .check(z.regex(/^(curve|pool):(0|[1-9][0-9]{0,14})$/, "must be a trade's place: venue:seq"));

/** A trade's position in a list of trades of several tokens, the newest first. */
export const tradeListCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,13}\.[1-9A-HJ-NP-Za-km-z]{32,44}\.[0-9]{1,20}$/, "must be a cursor of this list"));

/** The prices of one interval, in lamports of one whole (old) token. */
export const candleSchema = z.object({
  /** Start of the interval, a multiple of its length; seconds since 1970. */
  time: z.int(),
  open: lamportsSchema,
  high: lamportsSchema,
  low: lamportsSchema,
  close: lamportsSchema,
  /** Lamports before fees. */
  volume: lamportsSchema,
  trades: z.int(),
});

export const tradeModes = ["BUY_WITH_FIXED_SOL", "BUY_WITH_FIXED_TOKEN", "SELL_WITH_FIXED_TOKEN"] as const;

export const tradeModeSchema = z.enum(tradeModes);
export type TradeMode = (typeof tradeModes)[number];

export type TradePoint = z.output<typeof tradePointSchema>;
export type Candle = z.output<typeof candleSchema>;
