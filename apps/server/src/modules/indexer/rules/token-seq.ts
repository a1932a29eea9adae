import type { TradeVenue } from "@tribe/contract";

/** Counters of accounts on chain are u64. */
const poolBegins = 2n ** 64n;

/**
 * An event's number among all of its token's, by the number that its curve or pool gave it: both count from 0, and the pool's come
 * after every event that can still change a price on the curve.
 */
export const tokenSeqOf = (venue: TradeVenue, venueSeq: bigint): bigint =>
  venue === "curve" ? venueSeq : poolBegins + venueSeq;

/** The curve's or pool's own number of an event, by {@link tokenSeqOf}. */
export const venueSeqOf = (venue: TradeVenue, tokenSeq: bigint): bigint =>
  venue === "curve" ? tokenSeq : tokenSeq - poolBegins;
