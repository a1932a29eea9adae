import { minEntryThresholdUnits, type Subscriber } from "@tribe/contract";

/** A member as their seat shows them. */
export interface Seated {
  readonly member: Subscriber;
  /** Seat 1 holds most; the Chief has none. */
  readonly number: number | null;
  /** How far above the cut, 0 to 1; full at twice what a seat takes. */
  readonly margin: number;
  /** Within 6 % of the cut while somebody new would take this seat. */
  readonly isRisk: boolean;
}

export interface Seats {
  readonly chief: Seated | null;
  readonly seated: readonly Seated[];
  /** Base units below which a seat falls. */
  readonly cut: bigint;
}

/** Ten thousandths are finer than the arc is drawn. */
const marginOf = (holding: bigint, cut: bigint): number => {
  const above = Number(((holding - cut) * 10_000n) / (cut > 0n ? cut : 1n)) / 10_000;
  return Math.min(Math.max(above, 0), 1);
};

/** A seat this near to the cut may fall with the next purchase. */
const riskMargin = 0.06;

/** The members as they sit: by holding, each as far above the cut as they are. Nobody falls while seats are free. */
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
