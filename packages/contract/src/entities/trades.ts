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
  /** The venue's own count of events: later trades have higher ones, with gaps. */
  seq: z.int().check(z.minimum(0)),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  trader: addressSchema,
  /** Old tokens; in the pool what the new ones are worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** What moved in the pool exactly; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** Lamports that curve or pool took or gave, before fees. */
  value: lamportsSchema,
  /** Lamports per whole (old) token, of `value`. */
  unitPrice: lamportsSchema,
  /** Price of one whole (old) token right after it, as the profile has it. */
  priceAfter: lamportsSchema,
  supplyAfterTrade: tokenUnitsSchema,
  blockTime: blockTimeSchema,
  signature: signatureSchema,
});

/** A trade's place in its token's history, `venue:seq`: every curve trade comes before every pool trade. */
export const tradeCursorSchema = z
  .string()
  .check(z.regex(/^(curve|pool):(0|[1-9][0-9]{0,14})$/, "must be a trade's place: venue:seq"));

/** A trade's place in a list of several tokens' trades, the newest first. */
export const tradeListCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,13}\.[1-9A-HJ-NP-Za-km-z]{32,44}\.[0-9]{1,20}$/, "must be a cursor of this list"));

/** What the price did in one stretch of time. Prices are lamports of one whole (old) token. */
export const candleSchema = z.object({
  /** Its beginning, a multiple of the interval; seconds since 1970. */
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
