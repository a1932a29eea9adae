import type { TradeVenue } from "@tribe/contract";

/** A count of an account on chain is a u64. */
const poolBegins = 2n ** 64n;

/**
 * One order of all that happened to a token, as the index stores it: a curve and its pool count their events each from 0,
 * and the pool's stand after everything that can still move a price on the curve.
 */
export const placeOf = (venue: TradeVenue, seq: bigint): bigint => (venue === "curve" ? seq : poolBegins + seq);

/** The venue's own count of an event that stands at a place. */
export const seqAt = (venue: TradeVenue, place: bigint): bigint => (venue === "curve" ? place : place - poolBegins);
