import type { Subscriber, Uid } from "@tribe/contract";
import { seatsOf } from "./tribe-seats.ts";

/** Where somebody sits. */
export interface SeatPlace {
  /** From 1, for the largest holding. */
  readonly number: number;
  /** The names of those on both sides, at most two. */
  readonly neighbours: readonly string[];
}

/** With more seats there are several rings, and the Chief sits in their middle (`ringPlaces`). */
const maxInOneRing = 12;

/** A member's seat and who sits beside it; null without a seat. */
export const seatPlace = (members: readonly Subscriber[], uid: Uid, groupSize: number): SeatPlace | null => {
  const { chief, seated } = seatsOf(members, groupSize);
  const own = seated.find(({ member }) => member.uid === uid)?.number ?? null;
  if (own === null) return null;
  const at = (number: number) =>
    groupSize <= maxInOneRing && (number < 1 || number > groupSize) ? chief : (seated[number - 1] ?? null);
  const beside = [at(own - 1), at(own + 1)].flatMap((seat) => (seat ? [seat.member.displayName] : []));
  return { number: own, neighbours: beside };
};
