import { type Lamports, lamports } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CostEvent, costLedgerOf, emptyLedger } from "./cost-ledger.ts";
import { gainOf, previewSale, valueOfKnown } from "./gain.ts";
import { nothingHeld, placeUnits, removeUnits } from "./position.ts";
import { anyHistory, modelLedgerOf, placesOfModel, type Ratio, rateOfModel } from "./testing.ts";

const place = "wallet";
const buy = (units: bigint, paid: bigint, at = place): CostEvent => ({
  ...{ kind: "buy", place: at, units: placeUnits(units), paid: lamports(paid) },
});
const sell = (units: bigint, received: bigint, at = place): CostEvent => ({
  ...{ kind: "sell", place: at, units: placeUnits(units), received: lamports(received) },
});
const moved = (kind: "gift" | "arrival" | "departure", units: bigint, at = place): CostEvent => ({
  ...{ kind, place: at, units: placeUnits(units) },
});
const carry = (units: bigint, from: string, to: string, arrived = units): CostEvent => ({
  ...{ kind: "carry", from, to, units: placeUnits(units), arrived: placeUnits(arrived) },
});
const ofPlace = (events: readonly CostEvent[], at = place) => costLedgerOf(events).positions.get(at) ?? nothingHeld;
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, next) => total + next, 0n);

describe("the average cost", () => {
  test("is of all that was bought, whatever is sold in between", () => {
    const ledger = costLedgerOf([buy(100n, 1_000n), buy(100n, 3_000n), sell(50n, 1_500n)]);
    expect(ledger.positions.get(place)).toEqual({ units: 150n, known: 150n, cost: 3_000n });
    expect(ledger.realised).toEqual({ received: 1_500n, cost: 1_000n, receivedUnknown: 0n });
  });

  test("of a gift is 0, which is a gain of all it brings", () => {
    const ledger = costLedgerOf([moved("gift", 100n), sell(40n, 400n)]);
    expect(ledger.positions.get(place)).toEqual({ units: 60n, known: 60n, cost: 0n });
    expect(ledger.realised).toEqual({ received: 400n, cost: 0n, receivedUnknown: 0n });
  });

  test("of what came by a transfer is unknown, never 0: neither a sale nor a value of it is a gain", () => {
    const ledger = costLedgerOf([buy(40n, 400n), moved("arrival", 20n), sell(30n, 600n)]);
    expect(ledger.positions.get(place)).toEqual({ units: 30n, known: 20n, cost: 200n });
    expect(ledger.realised).toEqual({ received: 400n, cost: 200n, receivedUnknown: 200n });
    expect(valueOfKnown(ofPlace([buy(40n, 400n), moved("arrival", 20n)]), lamports(900n))).toBe(600n);
  });

  test("leaves with what is given away, and nothing was gained by it", () => {
    const ledger = costLedgerOf([buy(100n, 1_000n), moved("departure", 25n)]);
    expect(ledger).toMatchObject({ departed: 250n, realised: emptyLedger.realised });
    expect(ledger.positions.get(place)).toEqual({ units: 75n, known: 75n, cost: 750n });
  });

  test("goes along to another wallet, into compressed tokens and back, and through a conversion", () => {
    const events = [
      buy(100n, 1_000n),
      moved("arrival", 100n),
      carry(100n, place, "compressed"),
      carry(100n, "compressed", place),
      carry(200n, place, "new wallet"),
      carry(200n, "new wallet", "new tokens", 200n * rateOfModel),
    ];
    expect(ofPlace(events, "new tokens")).toEqual({
      units: 200n * rateOfModel,
      known: 100n * rateOfModel,
      cost: 1_000n,
    });
    for (const at of [place, "compressed", "new wallet"]) expect(ofPlace(events, at)).toEqual(nothingHeld);
  });

  test("of what was never seen to arrive is unknown", () => {
    const ledger = costLedgerOf([buy(10n, 100n), sell(30n, 900n)]);
    expect(ledger.realised).toEqual({ received: 300n, cost: 100n, receivedUnknown: 600n });
    expect(ledger.positions.get(place)).toEqual(nothingHeld);
  });

  test("has the fees of a sale that were more than it brought", () => {
    const dust: CostEvent = {
      ...{ kind: "sell", place, units: placeUnits(1n), received: lamports(0n), spent: lamports(5_000n) },
    };
    expect(costLedgerOf([buy(1n, 9n), dust]).realised).toEqual({ received: 0n, cost: 5_009n, receivedUnknown: 0n });
  });

  test("of nothing is nothing", () => {
    expect(costLedgerOf([])).toEqual(emptyLedger);
    expect(() => removeUnits(nothingHeld, placeUnits(1n))).toThrow(RangeError);
    expect(() => placeUnits(-1n)).toThrow(RangeError);
  });
});

describe("any history", () => {
  const isNear = (value: bigint, exact: Ratio, within: bigint): boolean => {
    const off = value * exact.under - exact.over;
    return (off < 0n ? -off : off) <= within * exact.under;
  };

  test("has the figures of a model that rounds nothing, but for the roundings", () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        const [ledger, model] = [costLedgerOf(events), modelLedgerOf(events)];
        const roundings = BigInt(events.length + 1);
        for (const at of placesOfModel) {
          const held = ledger.positions.get(at) ?? nothingHeld;
          expect(isNear(held.units, model.units(at), 0n)).toBe(true);
          expect(isNear(held.known, model.known(at), roundings * rateOfModel)).toBe(true);
          expect(isNear(held.cost, model.cost(at), roundings * 20n)).toBe(true);
        }
        expect(isNear(ledger.realised.received, model.received, roundings * 20n)).toBe(true);
        expect(isNear(ledger.realised.cost, model.costOfSold, roundings * 20n)).toBe(true);
        expect(isNear(ledger.departed, model.departed, roundings * 20n)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("keeps every lamport that was paid: held, sold or departed; and every one that was received", () => {
    fc.assert(
      fc.property(anyHistory, (events) => {
        const { positions, realised, departed } = costLedgerOf(events);
        const paid = sum(events.map((event) => (event.kind === "buy" ? event.paid : 0n)));
        const received = sum(events.map((event) => (event.kind === "sell" ? event.received : 0n)));
        const spent = sum(events.map((event) => (event.kind === "sell" ? (event.spent ?? 0n) : 0n)));
        const held = [...positions.values()];
        expect(sum(held.map(({ cost }) => cost)) + realised.cost + departed).toBe(paid + spent);
        expect(realised.received + realised.receivedUnknown).toBe(received);
        expect(held.every(({ units, known }) => known <= units)).toBe(true);
      }),
    );
  });

  test("without arrivals and with nothing unseen has no unknown part", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n))), (bought) => {
        const events = bought.flatMap(([units, paid]) => [buy(units, paid), moved("gift", units), sell(units, paid)]);
        const { positions, realised } = costLedgerOf(events);
        expect([...positions.values()].every(({ units, known }) => units === known)).toBe(true);
        expect(realised.receivedUnknown).toBe(0n);
      }),
    );
  });

  test("continues as its preview of a sale said", () => {
    const proceeds = fc.bigInt(0n, 10n ** 12n).map(lamports);
    fc.assert(
      fc.property(anyHistory, fc.bigInt(1n, 10n ** 12n).map(placeUnits), proceeds, (events, units, received) => {
        const at = placesOfModel[0];
        const before = costLedgerOf(events);
        const after = costLedgerOf([...events, { kind: "sell", place: at, units, received }]);
        const preview = previewSale(before.positions.get(at) ?? nothingHeld, units, received);
        const booked = (name: "received" | "cost" | "receivedUnknown"): Lamports =>
          lamports(after.realised[name] - before.realised[name]);
        expect(preview).toEqual({
          received: booked("received"),
          cost: booked("cost"),
          receivedUnknown: booked("receivedUnknown"),
        });
      }),
    );
  });
});

test.each([
  ["a gain", 1_100n, 1_000n, { lamports: 100n, bps: 1_000n }],
  ["a loss, cut towards 0", 2n, 3n, { lamports: -1n, bps: -3_333n }],
  ["of a gift, without a percent", 5n, 0n, { lamports: 5n, bps: null }],
] as const)("%s", (_, worth, cost, gain) => {
  expect(gainOf(lamports(worth), lamports(cost))).toEqual(gain);
});
