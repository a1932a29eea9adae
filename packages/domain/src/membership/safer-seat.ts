// Why a fifth: docs/decisions/0206.
import { type TokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { inputStepUp } from "../money/amounts.ts";
import { max } from "../money/integers.ts";
import { needsNoSeat } from "./entry-without-purchase.ts";
import { type KnownSeats, projectSeat, type SeatProjection } from "./seat-projection.ts";

/** A seat this near to whoever would take it may be lost with the next purchase; percent of what they hold. */
const riskPercent = 6n;
/** What a safe seat has above that, in percent of what they hold. */
const marginPercent = 20n;

/** Whether the next purchase may take a seat with this holding. @param rival the holding of who would get it */
export const isAtRisk = (holding: bigint, rival: bigint): boolean => (holding - rival) * 100n <= rival * riskPercent;

/**
 * The holding that lasts: what the seat takes, and a fifth of what the rival holds above it, in whole tokens and at least one. The
 * next holder's amount is no measure: it may be a hair away, or out of reach. Null while there is a seat for everybody.
 * @param least what is to be spare at least
 */
export const safeHolding = (
  { needed, rival }: Pick<SeatProjection, "needed" | "rival">,
  least: TokenUnits = tokenUnits(0n),
): TokenUnits | null => {
  if (!rival) return null;
  const percentOfToken = 100n * unitsPerToken;
  const whole = (rival.holding * marginPercent + percentOfToken / 2n) / percentOfToken;
  return tokenUnits(inputStepUp(needed) + max(max(whole, 1n) * unitsPerToken, inputStepUp(least)));
};

/**
 * What somebody buys to stay, or to come back to stay: base units as they can be typed. Null where they hold that much already,
 * while there is a seat for everybody, and for the Chief and blocked people.
 * @param holding base units that count for a seat @param alarm less than this to spare rings: a fifth more than it is wanted
 */
export const topUp = (token: KnownSeats, holding: TokenUnits, alarm: TokenUnits): TokenUnits | null => {
  if (needsNoSeat(token.subscribeState)) return null;
  const safe = safeHolding(projectSeat(token, holding, holding), tokenUnits((alarm * 6n) / 5n));
  return safe === null || safe <= holding ? null : tokenUnits(inputStepUp(safe - holding));
};

/** The choice beside a cheap seat: a little more, and nobody takes it back with the next purchase. */
export interface SaferSeat {
  /** Base units to buy instead, as they can be typed. */
  readonly tokens: TokenUnits;
  /** By how much they exceed the purchase that was asked about. */
  readonly more: TokenUnits;
  readonly rank: number;
  /** What can be lost or sold then while the rival stays outside. */
  readonly spare: TokenUnits;
}

/**
 * What to buy instead of a purchase that takes or keeps a seat at the edge. Null where the purchase gives no seat or a safe one,
 * and for the Chief and blocked people.
 * @param holding base units that count for a seat @param after the same after the purchase
 */
export const saferSeat = (token: KnownSeats, holding: TokenUnits, after: TokenUnits): SaferSeat | null => {
  if (needsNoSeat(token.subscribeState)) return null;
  const outlook = projectSeat(token, holding, after);
  const safe = safeHolding(outlook);
  if (safe === null || outlook.rank === null || !outlook.rival || !isAtRisk(after, outlook.rival.holding)) return null;
  const tokens = tokenUnits(inputStepUp(safe - holding));
  const then = tokenUnits(holding + tokens);
  const { rank, needed } = projectSeat(token, holding, then);
  if (rank === null) return null;
  return { tokens, more: tokenUnits(then - after), rank, spare: tokenUnits(then - needed) };
};
