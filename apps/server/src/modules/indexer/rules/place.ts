import type { TradeVenue } from "@tribe/contract";

/** Counters of accounts on chain are u64. */
const poolBegins = 2n ** 64n;

/**
 * One order for all events of a token: curve and pool each count theirs from 0, and the pool's come after every event that can
 * still change a price on the curve.
 */
export const placeOf = (venue: TradeVenue, seq: bigint): bigint => (venue === "curve" ? seq : poolBegins + seq);

/** The curve's or pool's own count of an event at this place. */
export const seqAt = (venue: TradeVenue, place: bigint): bigint => (venue === "curve" ? place : place - poolBegins);
