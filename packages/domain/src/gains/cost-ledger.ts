// Why the average, and what is unknown: docs/decisions/0204.
import { type Lamports, lamports } from "@tribe/contract";
import { divideDown } from "../money/integers.ts";
import { nothingHeld, type PlaceUnits, type Position, placeUnits, removeUnits, together } from "./position.ts";

/**
 * Where tokens are: one of a person's wallets with one of a Tribe's mints, or its compressed tokens. Each has an average cost of
 * its own.
 */
export type Place = string;

/**
 * One thing that happened to a person's tokens of a Tribe. Deposits of accounts are in none of them: they come back, so that they
 * are neither cost nor gain.
 */
export type CostEvent =
  /** Bought on the curve or in the pool; `paid` has all fees. The Chief's first purchase is one. */
  | { readonly kind: "buy"; readonly place: Place; readonly units: PlaceUnits; readonly paid: Lamports }
  /** Sold; `received` is after all fees. When they were more than the proceeds, `spent` is the difference. */
  | {
      readonly kind: "sell";
      readonly place: Place;
      readonly units: PlaceUnits;
      readonly received: Lamports;
      readonly spent?: Lamports;
    }
  /** An airdrop or a reward for inviting: it cost nothing, which is not the same as an unknown cost. */
  | { readonly kind: "gift"; readonly place: Place; readonly units: PlaceUnits }
  /** Came from somebody else, who may have been paid for it: its cost is unknown. */
  | { readonly kind: "arrival"; readonly place: Place; readonly units: PlaceUnits }
  /** Went to somebody else: no sale, and what was paid for it goes with it. */
  | { readonly kind: "departure"; readonly place: Place; readonly units: PlaceUnits }
  /** Stayed the person's: another wallet of theirs, a conversion, compressed tokens. Its cost stays with it. */
  | {
      readonly kind: "carry";
      readonly from: Place;
      readonly to: Place;
      readonly units: PlaceUnits;
      /** What arrived, in the other place's base units. */
      readonly arrived: PlaceUnits;
    };

/** What came of all sales. */
export interface Realised {
  /** Received for tokens whose cost is known, fees deducted. */
  readonly received: Lamports;
  /** What those had cost, and fees that exceeded the proceeds. */
  readonly cost: Lamports;
  /** Received for tokens whose cost is unknown: whether it was a gain nobody can say. */
  readonly receivedUnknown: Lamports;
}

/** What a person has of a Tribe's tokens, what they paid for it, and what came of the rest. */
export interface CostLedger {
  readonly positions: ReadonlyMap<Place, Position>;
  readonly realised: Realised;
  /** What was paid for tokens that were given away. */
  readonly departed: Lamports;
}

export const emptyLedger: CostLedger = {
  positions: new Map(),
  realised: { received: lamports(0n), cost: lamports(0n), receivedUnknown: lamports(0n) },
  departed: lamports(0n),
};

/**
 * A person's history of one Tribe's tokens at the average cost, in the order in which it happened. What leaves a place that has
 * less was never seen to arrive there, so that its cost is unknown. All that was paid is either the cost of what is held, of what
 * was sold or of what departed, to the lamport.
 */
export const costLedgerOf = (events: Iterable<CostEvent>): CostLedger => {
  const positions = new Map<Place, Position>();
  let { received, cost, receivedUnknown } = emptyLedger.realised;
  let { departed } = emptyLedger;
  const add = (place: Place, more: Position) => positions.set(place, together(held(place), more));
  const held = (place: Place): Position => positions.get(place) ?? nothingHeld;
  const remove = (place: Place, units: PlaceUnits): Position => {
    const { removed, rest } = removeUnits(withUnseen(held(place), units), units);
    positions.set(place, rest);
    return removed;
  };
  for (const event of events)
    switch (event.kind) {
      case "buy":
        add(event.place, { units: event.units, known: event.units, cost: event.paid });
        break;
      case "gift":
        add(event.place, { ...nothingHeld, units: event.units, known: event.units });
        break;
      case "arrival":
        add(event.place, { ...nothingHeld, units: event.units });
        break;
      case "sell": {
        const sale = saleOf(remove(event.place, event.units), event.received);
        received = lamports(received + sale.received);
        cost = lamports(cost + sale.cost + (event.spent ?? 0n));
        receivedUnknown = lamports(receivedUnknown + sale.receivedUnknown);
        break;
      }
      case "departure":
        departed = lamports(departed + remove(event.place, event.units).cost);
        break;
      case "carry": {
        const { known, cost: carried, units } = remove(event.from, event.units);
        // Rounded down: a conversion is by a whole number, so that nothing is lost in either direction.
        const knownThere = units === 0n ? 0n : divideDown(known * event.arrived, units);
        add(event.to, { units: event.arrived, known: placeUnits(knownThere), cost: carried });
        break;
      }
      default:
        event satisfies never;
    }
  return { positions, realised: { received, cost, receivedUnknown }, departed };
};

const withUnseen = (position: Position, units: PlaceUnits): Position =>
  units > position.units ? { ...position, units } : position;

/**
 * Splits what a sale brought between the tokens whose cost is known and the others, by their number; the remainder of the
 * rounding is the others'.
 */
export const saleOf = ({ units, known, cost }: Position, proceeds: Lamports): Realised => {
  const received = lamports(known === units ? proceeds : divideDown(proceeds * known, units));
  return { received, cost, receivedUnknown: lamports(proceeds - received) };
};
