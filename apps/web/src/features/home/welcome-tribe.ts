import type { TokenSummary } from "@tribe/contract";

/** A ring of this size has no room for the faces of more seats. */
const maxSeats = 24;

type Seats = Pick<TokenSummary, "memberCount" | "groupSize">;

const fullness = ({ memberCount, groupSize }: Seats): number => Math.min(memberCount / groupSize, 1);

/**
 * The Tribe that a visitor sees first: the fullest of those in which people talk now, or of all when nobody does. Of equally full
 * ones the first in the list's order. Null when none fits into the ring.
 */
export const welcomeTribe = <Tribe extends Seats & Pick<TokenSummary, "isTalking">>(
  listed: readonly Tribe[],
): Tribe | null => {
  const fitting = listed.filter(({ groupSize }) => groupSize <= maxSeats);
  const talking = fitting.filter(({ isTalking = false }) => isTalking);
  const [first, ...others] = talking.length > 0 ? talking : fitting;
  return first ? others.reduce((best, each) => (fullness(each) > fullness(best) ? each : best), first) : null;
};

/** Under its name: "12 of 12, talking now". */
export const welcomeWords = ({ memberCount, groupSize, isTalking = false }: Seats & Pick<TokenSummary, "isTalking">) =>
  `${Math.min(memberCount, groupSize)} of ${groupSize}${isTalking ? ", talking now" : " seats taken"}`;
