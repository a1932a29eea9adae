import { lamports } from "@tribe/contract";
import fc from "fast-check";
import type { CostEvent, Place } from "./cost-ledger.ts";
import { placeUnits } from "./position.ts";

/** A ratio of integers, exact: what the model computes with, where the product rounds. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
export const ratio = (over: bigint, under = 1n): Ratio => {
  const shared = gcd(over < 0n ? -over : over, under) || 1n;
  return { over: over / shared, under: under / shared };
};
const times = (a: Ratio, b: Ratio) => ratio(a.over * b.over, a.under * b.under);
const plus = (a: Ratio, b: Ratio) => ratio(a.over * b.under + b.over * a.under, a.under * b.under);
const sumOf = (ratios: readonly Ratio[]) => ratios.reduce(plus, ratio(0n));

/** Tokens that came together, and what all of them cost; null when nobody knows. */
interface Lot {
  readonly units: Ratio;
  readonly cost: Ratio | null;
}

/** What the model says of a history. */
export interface ModelLedger {
  readonly units: (place: Place) => Ratio;
  readonly known: (place: Place) => Ratio;
  readonly cost: (place: Place) => Ratio;
  readonly received: Ratio;
  readonly costOfSold: Ratio;
  readonly departed: Ratio;
}

/**
 * The average cost, written down naively: every place keeps all its lots for ever, and whatever leaves takes the same fraction of
 * each of them. Nothing is rounded.
 */
export const modelLedgerOf = (events: readonly CostEvent[]): ModelLedger => {
  const lots = new Map<Place, readonly Lot[]>();
  const [received, costOfSold, departed]: [Ratio[], Ratio[], Ratio[]] = [[], [], []];
  const at = (place: Place) => lots.get(place) ?? [];
  const put = (place: Place, ...more: readonly Lot[]) => lots.set(place, [...at(place), ...more]);
  const scaled = ({ units, cost }: Lot, by: Ratio): Lot => ({
    units: times(units, by),
    cost: cost && times(cost, by),
  });
  const leave = (place: Place, units: bigint): readonly Lot[] => {
    const has = sumOf(at(place).map((lot) => lot.units));
    const lacks = units * has.under - has.over;
    if (lacks > 0n) put(place, { units: ratio(lacks, has.under), cost: null });
    const all = sumOf(at(place).map((lot) => lot.units));
    const fraction = all.over === 0n ? ratio(1n) : ratio(units * all.under, all.over);
    const gone = at(place).map((lot) => scaled(lot, fraction));
    const remaining = ratio(fraction.under - fraction.over, fraction.under);
    lots.set(place, remaining.over === 0n ? [] : at(place).map((lot) => scaled(lot, remaining)));
    return gone;
  };
  const knownOf = (of: readonly Lot[]) => sumOf(of.flatMap(({ units, cost }) => (cost ? [units] : [])));
  const costOf = (of: readonly Lot[]) => sumOf(of.flatMap(({ cost }) => cost ?? []));
  for (const event of events)
    if (event.kind === "buy") put(event.place, { units: ratio(event.units), cost: ratio(event.paid) });
    else if (event.kind === "gift") put(event.place, { units: ratio(event.units), cost: ratio(0n) });
    else if (event.kind === "arrival") put(event.place, { units: ratio(event.units), cost: null });
    else if (event.kind === "departure") departed.push(costOf(leave(event.place, event.units)));
    else if (event.kind === "sell") {
      const sold = leave(event.place, event.units);
      received.push(times(ratio(event.received), times(knownOf(sold), ratio(1n, event.units))));
      costOfSold.push(costOf(sold), ratio(event.spent ?? 0n));
    } else {
      const moved = leave(event.from, event.units);
      const rate = ratio(event.arrived, event.units);
      put(event.to, ...moved.map(({ units, cost }) => ({ units: times(units, rate), cost })));
    }
  return {
    units: (place) => sumOf(at(place).map((lot) => lot.units)),
    known: (place) => knownOf(at(place)),
    cost: (place) => costOf(at(place)),
    received: sumOf(received),
    costOfSold: sumOf(costOfSold),
    departed: sumOf(departed),
  };
};

/** New base units for an old one, as of a real migration. */
export const rateOfModel = 2_119n;
export const placesOfModel = ["first wallet", "second wallet", "compressed", "new tokens"] as const;

const tokens = fc.bigInt(1n, 10n ** 12n).map(placeUnits);
/** At most ten lamports for a base unit. */
const price = (units: bigint) => fc.bigInt(0n, units * 10n).map(lamports);
const oldPlace = fc.constantFrom(...placesOfModel.slice(0, 3));

const anyPlaced = (place: fc.Arbitrary<Place>): fc.Arbitrary<CostEvent> =>
  fc.tuple(place, tokens).chain(([at, units]) =>
    fc.oneof(
      { weight: 4, arbitrary: price(units).map((paid): CostEvent => ({ kind: "buy", place: at, units, paid })) },
      {
        weight: 3,
        arbitrary: fc
          .record({ received: price(units), spent: fc.constantFrom(undefined, lamports(0n), lamports(5_000n)) })
          .map(
            ({ received, spent }): CostEvent => ({
              ...{ kind: "sell", place: at, units, received },
              ...(spent === undefined ? {} : { spent }),
            }),
          ),
      },
      fc.constantFrom<CostEvent>(
        { kind: "gift", place: at, units },
        { kind: "arrival", place: at, units },
        { kind: "departure", place: at, units },
      ),
    ),
  );

const carries: fc.Arbitrary<CostEvent> = fc
  .tuple(oldPlace, oldPlace, tokens)
  .map(([from, to, units]) => ({ kind: "carry", from, to, units, arrived: units }));
const conversions: fc.Arbitrary<CostEvent> = fc.tuple(oldPlace, tokens).map(([from, units]) => ({
  ...{ kind: "carry", from, to: "new tokens", units },
  arrived: placeUnits(units * rateOfModel),
}));

/** A history over years: on the curve, then after a migration with conversions and trades of the new tokens. */
export const anyHistory: fc.Arbitrary<readonly CostEvent[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: anyPlaced(oldPlace) }, carries), { maxLength: 25 }),
    fc.array(fc.oneof(anyPlaced(fc.constantFrom(...placesOfModel)), carries, conversions), { maxLength: 25 }),
  )
  .map(([before, after]) => [...before, ...after]);
