import { type Lamports, lamports } from "@tribe/contract";
import { divideDown } from "../money/integers.ts";
import { type Realised, saleOf } from "./cost-ledger.ts";
import { type PlaceUnits, type Position, removeUnits } from "./position.ts";

/** A gain, or below 0 a loss. */
export interface Gain {
  readonly lamports: bigint;
  /** Of the cost, rounded towards 0; null for what cost nothing. */
  readonly bps: bigint | null;
}

/** What something brings or is worth, less what was paid for it. */
export const gainOf = (worth: Lamports, cost: Lamports): Gain => ({
  lamports: worth - cost,
  // BigInt's division cuts, so that neither a gain nor a loss looks larger than it is.
  bps: cost === 0n ? null : ((worth - cost) * 10_000n) / cost,
});

/** The part of a value that the tokens of known cost have, rounded down. */
export const valueOfKnown = ({ units, known }: Pick<Position, "units" | "known">, value: Lamports): Lamports =>
  lamports(units === known ? value : divideDown(value * known, units));

/**
 * What a sale of so many would bring at these proceeds, as the ledger will book it; tokens beyond those of the position are of
 * unknown cost.
 */
export const previewSale = (position: Position, units: PlaceUnits, proceeds: Lamports): Realised =>
  saleOf(removeUnits(units > position.units ? { ...position, units } : position, units).removed, proceeds);
