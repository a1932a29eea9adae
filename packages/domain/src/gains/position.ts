import { type Lamports, lamports, type NewTokenUnits, type TokenUnits } from "@tribe/contract";
import { divideDown } from "../money/integers.ts";

/** Base units of the token that a place holds: a Tribe's old or its new one. */
export type PlaceUnits = TokenUnits | NewTokenUnits;

/** What a person has of one token in one place, and what they paid for it. */
export interface Position {
  readonly units: PlaceUnits;
  /** Those of `units` whose cost is known; a gift's is known, and 0. The others came by a transfer. */
  readonly known: PlaceUnits;
  /** What was paid for the known ones, fees included. */
  readonly cost: Lamports;
}

/** @throws RangeError when it is negative */
export const placeUnits = (value: bigint): PlaceUnits => {
  if (value < 0n) throw new RangeError("token units cannot be negative");
  return value as PlaceUnits; // which of the two mints' is the place's matter
};

export const nothingHeld: Position = { units: placeUnits(0n), known: placeUnits(0n), cost: lamports(0n) };

/** Two positions of the same token together. */
export const together = (a: Position, b: Position): Position => ({
  units: placeUnits(a.units + b.units),
  known: placeUnits(a.known + b.known),
  cost: lamports(a.cost + b.cost),
});

/**
 * Takes units out at the average cost: as large a part of the known ones and of their cost. Both are rounded down, so that what
 * is left over stays with what is held, and the two parts together are exactly the position.
 * @throws RangeError when it has fewer units
 */
export const removeUnits = (
  from: Position,
  units: PlaceUnits,
): { readonly removed: Position; readonly rest: Position } => {
  if (units > from.units) throw new RangeError("more is removed than the position has");
  // Also when nothing is held: a cost without tokens leaves with the last of them.
  if (units === from.units) return { removed: from, rest: nothingHeld };
  const known = placeUnits(divideDown(from.known * units, from.units));
  const cost = lamports(from.known === 0n ? 0n : divideDown(from.cost * known, from.known));
  return {
    removed: { units, known, cost },
    rest: {
      units: placeUnits(from.units - units),
      known: placeUnits(from.known - known),
      cost: lamports(from.cost - cost),
    },
  };
};
