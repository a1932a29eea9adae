import {
  type Lamports,
  lamports,
  type NewTokenUnits,
  newTokenUnits,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { divideDown, divideUp } from "../money/integers.ts";

export { type NewTokenUnits, newTokenUnits };

/** Base units of every new mint: 8·10⁹ tokens of 6 decimals. */
export const newSupplyUnits: NewTokenUnits = newTokenUnits(8_000_000_000_000_000n);

/** The state of a closed curve that its migration needs. */
export interface ClosedCurve {
  readonly xMax: TokenUnits;
  readonly floor: TokenUnits;
  /** Old base units minted to the inviter, outside the curve. */
  readonly referralBonus: TokenUnits;
  /** The curve's reserve in lamports: all of it goes into the pool. */
  readonly reserve: Lamports;
  /** `C`, within its bounds. */
  readonly coefficient: bigint;
}

/** The division of the new supply; `pool + vault` is `newSupplyUnits`. */
export interface Migration {
  /** New base units (6 decimals) for one old base unit (9 decimals). */
  readonly rate: bigint;
  /** New base units with which the pool opens, against the whole reserve. */
  readonly pool: NewTokenUnits;
  /** New base units of the conversion vault: `rate` for each old one, and the remainder of rounding `rate`. */
  readonly vault: NewTokenUnits;
}

/**
 * The result of a closed curve's migration (decision 0010), exact: `rate = ⌊8·10¹⁵ / (S + reserve/p)⌋` and `pool = ⌈rate ·
 * reserve/p⌉`, where `p = xMax²/(10¹⁸·C)` is the curve's last price in lamports per old base unit and `S = xMax − floor +
 * referralBonus` are all old base units. The pool opens at `p / rate`, less a rounding of one unit.
 * @throws RangeError for a curve without positions or tokens
 */
export const migrationOf = (curve: ClosedCurve): Migration => {
  const supply = oldSupply(curve);
  const square = curve.xMax * curve.xMax;
  if (supply <= 0n || square <= 0n) throw new RangeError("an empty curve can't migrate");
  // reserve/p as a fraction: worth/square base units
  const worth = curve.reserve * curve.coefficient * 10n ** 18n;
  const rate = divideDown(newSupplyUnits * square, supply * square + worth);
  const pool = divideUp(rate * worth, square);
  return { rate, pool: newTokenUnits(pool), vault: newTokenUnits(newSupplyUnits - pool) };
};

/** `S`: every old base unit that exists at closing, including burnt ones. */
export const oldSupply = (curve: Pick<ClosedCurve, "xMax" | "floor" | "referralBonus">): TokenUnits =>
  tokenUnits(curve.xMax - curve.floor + curve.referralBonus);

/** New base units for `old` ones; exact, without rounding. */
export const convertedUnits = (old: TokenUnits, rate: bigint): NewTokenUnits => newTokenUnits(old * rate);

/**
 * Market value of a migrated token: all tokens that people hold, converted or not, at a price in lamports per whole old token.
 * That is the new supply without the pool's own tokens, counted in old tokens at the conversion rate; in lamports, rounded
 * down. It continues `marketValueOnCurve` without a jump.
 */
export const marketValueInPool = (price: Lamports, rate: bigint, pooled: NewTokenUnits): Lamports =>
  lamports(divideDown(price * (newSupplyUnits - pooled), rate * unitsPerToken));

/**
 * Old base units that new ones are worth, rounded down: for seats, charts and volumes after the migration. Converted tokens
 * count as much as before.
 * @throws RangeError for a rate below 1
 */
export const oldUnitsWorth = (tokens: NewTokenUnits, rate: bigint): TokenUnits => {
  if (rate < 1n) throw new RangeError("a conversion rate is at least 1");
  return tokenUnits(divideDown(tokens, rate));
};
