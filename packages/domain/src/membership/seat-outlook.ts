import { minEntryThresholdUnits, type TokenUnits, tokenUnits } from "@tribe/contract";
import { max } from "../money/integers.ts";

/** What a trade would make of somebody's seat, as far as the page can tell. */
export interface SeatOutlook {
  /** Seats that nobody has now. */
  readonly seatsFree: number;
  /** The place after the trade, 1 for who holds most; null where the holding is not enough for a seat. */
  readonly rank: number | null;
  /** Base units that would still be missing; 0 with a rank. */
  readonly missing: TokenUnits;
  /** Holdings of the seated without the person's own, the largest first. */
  readonly others: readonly TokenUnits[];
}

/** Holdings are base units, old and new tokens together. */
export interface SeatOutlookInput {
  /** Holdings of the seated, in any order; one of them is the person's own if they are seated. */
  readonly seatHoldings: readonly TokenUnits[];
  readonly groupSize: number;
  readonly isSeated: boolean;
  readonly holding: TokenUnits;
  /** What the person would hold after the trade. */
  readonly after: TokenUnits;
  /** What the server asks of this person for a seat, exact. */
  readonly threshold: TokenUnits;
}

/**
 * Says before a trade which place the person would have after it. Who holds as much came first, so that
 * the rank told is never better than the one to be had. Somebody seated keeps the seat with 10 tokens, if nobody who waits
 * holds more; of those the page knows nothing.
 */
export const projectSeat = (input: SeatOutlookInput): SeatOutlook => {
  const { seatHoldings, groupSize, isSeated, after } = input;
  const needed = isSeated ? minEntryThresholdUnits : input.threshold;
  const others = descending(isSeated ? withoutOwn(seatHoldings, input.holding) : seatHoldings);
  const isEnough = after >= needed;
  return {
    seatsFree: Math.max(0, groupSize - seatHoldings.length),
    rank: isEnough ? Math.min(groupSize, 1 + others.filter((holding) => holding >= after).length) : null,
    missing: tokenUnits(max(needed - after, 0n)),
    others,
  };
};

const descending = (holdings: readonly TokenUnits[]): readonly TokenUnits[] =>
  [...holdings].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));

/** The index may be a moment behind the chain: the nearest holding is taken for the person's own. */
const withoutOwn = (seatHoldings: readonly TokenUnits[], own: TokenUnits): readonly TokenUnits[] => {
  const distance = (holding: bigint) => (holding > own ? holding - own : own - holding);
  let nearest = 0;
  for (const [index, holding] of seatHoldings.entries())
    if (distance(holding) < distance(seatHoldings[nearest] ?? holding)) nearest = index;
  return seatHoldings.filter((_, index) => index !== nearest);
};
