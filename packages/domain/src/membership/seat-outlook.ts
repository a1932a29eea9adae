import { minEntryThresholdUnits, type TokenUnits, tokenUnits } from "@tribe/contract";
import { max } from "../money/integers.ts";

/** A person's seat after a trade, as far as the page can compute it. */
export interface SeatOutlook {
  /** Seats that are free now. */
  readonly seatsFree: number;
  /** Rank after the trade, 1 for the largest holding; null when the holding is not enough for a seat. */
  readonly rank: number | null;
  /** Base units that are still missing; 0 with a rank. */
  readonly missing: TokenUnits;
  /** Holdings of the seated members without the person's own, the largest first. */
  readonly others: readonly TokenUnits[];
}

/** Holdings are base units, old and new tokens together. */
export interface SeatOutlookInput {
  /** Holdings of the seated members, in any order, including the person's own if they have a seat. */
  readonly seatHoldings: readonly TokenUnits[];
  readonly groupSize: number;
  readonly isSeated: boolean;
  readonly holding: TokenUnits;
  /** The person's holding after the trade. */
  readonly after: TokenUnits;
  /** The exact holding that the server requires of this person for a seat. */
  readonly threshold: TokenUnits;
}

/**
 * Computes a person's rank after a trade. Equal holdings count as earlier, so the rank is never better than the real one. A
 * seated member keeps the seat with 10 tokens unless somebody who waits holds more; the page does not know who waits.
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

/** The index may be behind the chain, so the holding nearest to the person's own is removed. */
const withoutOwn = (seatHoldings: readonly TokenUnits[], own: TokenUnits): readonly TokenUnits[] => {
  const distance = (holding: bigint) => (holding > own ? holding - own : own - holding);
  let nearest = 0;
  for (const [index, holding] of seatHoldings.entries())
    if (distance(holding) < distance(seatHoldings[nearest] ?? holding)) nearest = index;
  return seatHoldings.filter((_, index) => index !== nearest);
};
