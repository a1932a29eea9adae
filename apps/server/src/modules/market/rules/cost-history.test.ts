import { type Address, lamports } from "@tribe/contract";
import { costLedgerOf } from "@tribe/domain/gains";
import { describe, expect, test } from "vitest";
import { costHistory, placeOf } from "./cost-history.ts";
import type { OwnHistory, OwnMove, OwnTrade } from "./own-history.ts";

const [me, before] = ["me", "before"] as Address[] as [Address, Address]; // their form is nobody's matter here
const rate = 2_119n;

let count = 0;
/** A move of `units`; more than there was before is in, less is out. */
const move = (unitsBefore: bigint, unitsAfter: bigint, more: Partial<OwnMove> = {}): OwnMove => {
  count += 1;
  const { owner = me, isNew = false, slot = count } = more;
  return {
    ...{ account: `${owner} ${isNew}` as Address, owner, isNew, slot, signature: `s${count}` },
    ...{ blockTime: new Date(slot * 1_000), unitsBefore, unitsAfter, networkFee: lamports(0n), deposit: 0n },
    ...{ compressed: 0n, isCreation: false, isAirdrop: false, ...more },
  };
};
const trade = (of: OwnMove, units: bigint, value: bigint, more: Partial<OwnTrade> = {}): OwnTrade => ({
  ...{ trader: of.owner, signature: of.signature, seq: BigInt(of.slot), blockTime: of.blockTime },
  ...{ isSale: of.unitsAfter < of.unitsBefore, isNew: of.isNew, units, value: lamports(value), fees: lamports(0n) },
  ...more,
});
const entriesOf = (history: Partial<OwnHistory>) =>
  costHistory({ moves: [], trades: [], shares: [], rate, balances: [], ...history });
const eventsOf = (history: Partial<OwnHistory>) => entriesOf(history).map(({ event }) => event);
const old = placeOf(me, false);

describe("a trade", () => {
  test("costs its value, its fees and the network's, without the account's deposit", () => {
    const bought = move(0n, 10n, { networkFee: lamports(7n), deposit: 2_000n });
    const trades = [trade(bought, 10n, 100n, { fees: lamports(4n) })];
    expect(entriesOf({ moves: [bought], trades })).toEqual([
      {
        ...{ event: { kind: "buy", place: old, units: 10n, paid: 111n }, signature: bought.signature },
        ...{ at: bought.blockTime, fees: 4n, networkFee: 7n, deposit: 2_000n },
      },
    ]);
  });

  test("brings its value without all fees, and costs what they are more than that", () => {
    const [sold, dust] = [move(10n, 5n, { networkFee: lamports(7n) }), move(5n, 0n, { networkFee: lamports(7n) })];
    const trades = [trade(sold, 5n, 100n, { fees: lamports(4n) }), trade(dust, 5n, 3n)];
    expect(eventsOf({ moves: [sold, dust], trades })).toEqual([
      { kind: "sell", place: old, units: 5n, received: 89n, spent: 0n },
      { kind: "sell", place: old, units: 5n, received: 0n, spent: 4n },
    ]);
  });

  test("counts once where the index has it without its move, as of an older server", () => {
    const bought = move(0n, 10n);
    const trades = [trade(bought, 10n, 100n)];
    const balances = [{ owner: me, isNew: false, units: 10n }];
    expect(eventsOf({ trades, balances })).toEqual([{ kind: "buy", place: old, units: 10n, paid: 100n }]);
  });
});

describe("what else changes a balance", () => {
  test("is a reward in a creation, an arrival from others, a departure to them", () => {
    const moves = [move(0n, 1n, { isCreation: true }), move(1n, 6n), move(6n, 2n)];
    expect(eventsOf({ moves })).toEqual([
      { kind: "gift", place: old, units: 1n },
      { kind: "arrival", place: old, units: 5n },
      { kind: "departure", place: old, units: 4n },
    ]);
  });

  test("is carried to the person's other wallet and by a conversion, whatever is sold in the same transaction", () => {
    const out = move(10n, 0n, { owner: before });
    const came = move(0n, 10n, { signature: out.signature, slot: out.slot });
    const gave = move(10n, 6n);
    const got = move(0n, 3n * rate, { isNew: true, signature: gave.signature, slot: gave.slot });
    const sale = trade(got, rate, 50n, { isSale: true });
    expect(eventsOf({ moves: [out, came, gave, got], trades: [sale] })).toEqual([
      { kind: "carry", from: placeOf(before, false), to: old, units: 10n, arrived: 10n },
      { kind: "carry", from: old, to: placeOf(me, true), units: 4n, arrived: 4n * rate },
      { kind: "sell", place: placeOf(me, true), units: rate, received: 50n, spent: 0n },
    ]);
  });

  test("is carried into compressed tokens and back, except for what an airdrop gives to others", () => {
    const own = move(10n, 6n, { compressed: 4n });
    const claimed = move(6n, 10n, { compressed: -4n });
    const given = move(10n, 2n, { compressed: 8n, isAirdrop: true });
    const shares = [{ isNew: false, units: 3n, signature: given.signature, at: null, isOwn: true }];
    expect(eventsOf({ moves: [own, claimed, given], shares })).toEqual([
      { kind: "carry", from: old, to: "compressed old", units: 4n, arrived: 4n },
      { kind: "carry", from: "compressed old", to: old, units: 4n, arrived: 4n },
      { kind: "carry", from: old, to: "compressed old", units: 3n, arrived: 3n },
      { kind: "departure", place: old, units: 5n },
    ]);
  });

  test("cost nothing when it is claimed from an airdrop, and is unknown beyond it", () => {
    const claimed = move(0n, 10n, { compressed: -10n });
    const shares = [{ isNew: false, units: 6n, signature: null, at: null, isOwn: false }];
    const { positions } = costLedgerOf(eventsOf({ moves: [claimed], shares }));
    expect(positions.get(old)).toEqual({ units: 10n, known: 6n, cost: 0n });
  });

  test("that no transaction explains is unknown, in both directions", () => {
    const moves = [move(0n, 5n)];
    expect(eventsOf({ moves, balances: [{ owner: me, isNew: false, units: 8n }] })[1]).toEqual({
      ...{ kind: "arrival", place: old, units: 3n },
    });
    expect(eventsOf({ moves, balances: [{ owner: me, isNew: false, units: 1n }] })[1]).toEqual({
      ...{ kind: "departure", place: old, units: 4n },
    });
  });
});

test("is in the chain's order, also within one slot and with the moves of several accounts in any order", () => {
  const slot = 9_000;
  const first = move(0n, 5n);
  const inSlot = [move(5n, 9n, { slot }), move(9n, 2n, { slot }), move(2n, 7n, { slot })];
  const last = move(7n, 0n, { slot: slot + 1 });
  const sorted = [first, ...inSlot, last];
  const shuffled = [last, ...inSlot.toReversed(), first];
  expect(entriesOf({ moves: shuffled }).map(({ signature }) => signature)).toEqual(sorted.map((one) => one.signature));
});
