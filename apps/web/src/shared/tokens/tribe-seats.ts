import { minEntryThresholdUnits, type Subscriber } from "@tribe/contract";

/** A member as the seat ring shows them. */
export interface Seated {
  readonly member: Subscriber;
  /** Seat 1 holds the most; the Chief has none. */
  readonly number: number | null;
  /** How far above the threshold, 0 to 1; full at twice the threshold. */
  readonly margin: number;
  /** Within 6 % of the threshold while a newcomer would take this seat. */
  readonly isRisk: boolean;
}

export interface Seats {
  readonly chief: Seated | null;
  readonly seated: readonly Seated[];
  /** The threshold in base units, below which a seat is lost. */
  readonly cut: bigint;
}

/** Ten thousandths are finer than the arc is drawn. */
const marginOf = (holding: bigint, cut: bigint): number => {
  const above = Number(((holding - cut) * 10_000n) / (cut > 0n ? cut : 1n)) / 10_000;
  return Math.min(Math.max(above, 0), 1);
};

/** A seat this near to the threshold may be lost with the next purchase. */
const riskMargin = 0.06;

/**
 * The members in order of their holdings, each with the margin above the threshold. Nobody loses a seat while others are free.
 */
export const seatsOf = (members: readonly Subscriber[], groupSize: number): Seats => {
  const chief = members.find(({ state }) => state === "chief");
  const holders = members
    .filter(({ state }) => state === "active")
    .sort((a, b) => (a.holding < b.holding ? 1 : a.holding > b.holding ? -1 : 0));
  const isFull = holders.length >= groupSize;
  const cut = isFull ? (holders.at(-1)?.holding ?? minEntryThresholdUnits) : minEntryThresholdUnits;
  return {
    cut,
    chief: chief ? { member: chief, number: null, margin: 1, isRisk: false } : null,
    seated: holders.map((member, index) => {
      const margin = marginOf(member.holding, cut);
      return { member, number: index + 1, margin, isRisk: isFull && margin <= riskMargin };
    }),
  };
};
