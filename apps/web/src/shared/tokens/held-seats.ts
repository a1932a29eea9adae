import type { AnswerOf, routes } from "@tribe/contract";
import { isAtRisk as isNear } from "@tribe/domain/membership";
import { formatAmount, neededFormat, typedFormat } from "@tribe/domain/money";

/** A seat of the person, or tokens that they hold without a seat. */
export type HeldSeat = AnswerOf<typeof routes.market.ownSeats>["seats"][number];

/** Whether the next purchase may take this seat. Nobody loses a seat while others are free. */
export const isAtRisk = ({ number, memberCount, groupSize, holding, cut }: HeldSeat): boolean =>
  number !== null && memberCount >= groupSize && isNear(holding, cut);

/** How far above the threshold, 0 to 1; full at twice the threshold. */
export const marginOf = ({ holding, cut }: HeldSeat): number =>
  cut <= 0n ? 1 : Math.min(Math.max(Number(((holding - cut) * 1_000n) / cut) / 1_000, 0), 1);

/** "Seat 9 of 12 · 35 LEN to spare". */
export const heldSeatWords = (seat: HeldSeat): string => {
  const { number, groupSize, memberCount, holding, cut, needed, symbol } = seat;
  if (number === null) {
    // An older server does not say it: more than the last seated member if all seats are taken.
    const toGo = (needed ?? (memberCount >= groupSize ? cut + 1n : cut)) - holding;
    return toGo > 0n ? `No seat · ${formatAmount(toGo, neededFormat)} ${symbol} to go` : "A seat is yours to take";
  }
  if (memberCount < groupSize) return `Seat ${number} of ${groupSize} · ${groupSize - memberCount} free`;
  // What can be sold while whoever waits stays outside.
  const spare = holding - (needed ?? cut);
  if (!isAtRisk(seat)) return `Seat ${number} of ${groupSize} · ${formatAmount(spare, typedFormat)} ${symbol} to spare`;
  return holding <= cut
    ? `Seat ${number} of ${groupSize} · at the cut`
    : `Seat ${number} · only ${formatAmount(holding - cut, typedFormat)} ${symbol} above the cut`;
};

/** Seats at risk first, holdings without a seat last. */
export const worstFirst = (seats: readonly HeldSeat[]): HeldSeat[] => {
  const order = (seat: HeldSeat) => (seat.number === null ? 2 : isAtRisk(seat) ? 0 : 1);
  return seats.toSorted((one, other) => order(one) - order(other));
};
