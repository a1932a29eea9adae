import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";

/** A seat of the person, or tokens that they hold without a seat. */
export type HeldSeat = AnswerOf<typeof routes.market.ownSeats>["seats"][number];

/** A seat this near to the threshold may be lost with the next purchase, as in tribe-seats.ts. */
const riskPercent = 6n;

/** Whether the next purchase may take this seat. Nobody loses a seat while others are free. */
export const isAtRisk = ({ number, memberCount, groupSize, holding, cut }: HeldSeat): boolean =>
  number !== null && memberCount >= groupSize && (holding - cut) * 100n <= cut * riskPercent;

/** How far above the threshold, 0 to 1; full at twice the threshold. */
export const marginOf = ({ holding, cut }: HeldSeat): number =>
  cut <= 0n ? 1 : Math.min(Math.max(Number(((holding - cut) * 1_000n) / cut) / 1_000, 0), 1);

const written = (units: bigint): string => formatAmount(units);

/** "Seat 9 of 12 · 35 LEN to spare". */
export const heldSeatWords = (seat: HeldSeat): string => {
  const { number, groupSize, memberCount, holding, cut, symbol } = seat;
  if (number === null) {
    // More than the last seated member if all seats are taken.
    const toGo = memberCount >= groupSize ? cut + 1n - holding : cut - holding;
    return toGo > 0n ? `No seat · ${written(toGo)} ${symbol} to go` : "A seat is yours to take";
  }
  if (memberCount < groupSize) return `Seat ${number} of ${groupSize} · ${groupSize - memberCount} free`;
  const spare = holding - cut;
  if (spare <= 0n) return `Seat ${number} of ${groupSize} · at the cut`;
  return isAtRisk(seat)
    ? `Seat ${number} · only ${written(spare)} ${symbol} above the cut`
    : `Seat ${number} of ${groupSize} · ${written(spare)} ${symbol} to spare`;
};

/** Seats at risk first, holdings without a seat last. */
export const worstFirst = (seats: readonly HeldSeat[]): HeldSeat[] => {
  const order = (seat: HeldSeat) => (seat.number === null ? 2 : isAtRisk(seat) ? 0 : 1);
  return seats.toSorted((one, other) => order(one) - order(other));
};
