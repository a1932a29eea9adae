import type { FiatCurrency, FiatPrice } from "@tribe/contract";
import { expect, test } from "vitest";
import { type Doubt, type KnownPrice, trustedPrices } from "./trusted-prices.ts";

const minutes = 60_000;
const start = 1_790_000_000_000;

const price = (value: number): FiatPrice => BigInt(value) as FiatPrice;

/** Reads these dollars minute by minute after a first stored price: what is stored each time, null for nothing. */
const stored = (first: number, reads: readonly number[], everyMs = minutes): readonly (bigint | null)[] => {
  let known = new Map<FiatCurrency, KnownPrice>([["USD", { price: price(first), at: start }]]);
  let doubts: ReadonlyMap<FiatCurrency, Doubt> = new Map();
  return reads.map((value, index) => {
    const at = start + (index + 1) * everyMs;
    const trusted = trustedPrices(new Map([["USD", price(value)]]), known, doubts, at);
    doubts = trusted.doubts;
    const usd = trusted.prices.get("USD") ?? null;
    if (usd !== null) known = new Map([["USD", { price: usd, at }]]);
    return usd;
  });
};

test("a first price, and one that moves as markets do, is stored", () => {
  const now = start;
  const first = trustedPrices(new Map([["EUR", price(120)]]), new Map(), new Map(), now);
  expect([...first.prices]).toEqual([["EUR", 120n]]);
  expect(stored(1_000, [1_010, 1_262, 1_010])).toEqual([1_010n, 1_262n, 1_010n]);
});

test.each([
  ["a hundred times more", 100_000],
  ["a hundredth", 10],
  ["a quarter more and a bit", 1_251],
  ["a quarter less and a bit", 799],
])("%s is left out while it is read once or twice", (_title, wild) => {
  expect(stored(1_000, [wild, 1_000, wild, wild, 1_000])).toEqual([null, 1_000n, null, null, 1_000n]);
});

test("a jump that is read three times in a row is what happened", () => {
  expect(stored(1_000, [600, 605, 595, 600])).toEqual([null, null, 595n, 600n]);
});

test("wild prices that agree with none before them are never stored", () => {
  expect(stored(1_000, [5_000, 9_000, 20_000, 4_000, 9_000, 1_001])).toEqual([null, null, null, null, null, 1_001n]);
});

test("after an hour without prices a doubling is no jump", () => {
  expect(stored(1_000, [1_999], 61 * minutes)).toEqual([1_999n]);
  expect(stored(1_000, [2_001], 61 * minutes)).toEqual([null]);
});

test("one currency that lies is left out alone", () => {
  const known = new Map<FiatCurrency, KnownPrice>([
    ["USD", { price: price(1_000), at: start }],
    ["EUR", { price: price(900), at: start }],
  ]);
  const read = new Map<FiatCurrency, FiatPrice>([
    ["USD", price(1_001)],
    ["EUR", price(9)],
  ]);
  const trusted = trustedPrices(read, known, new Map(), start + minutes);
  expect([...trusted.prices]).toEqual([["USD", 1_001n]]);
  expect([...trusted.doubts.keys()]).toEqual(["EUR"]);
});
