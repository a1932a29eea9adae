import { lamports, type Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import { type FactSort, keysBy, type SortFigures } from "./sort-keys.ts";

const usual: SortFigures = {
  price: lamports(300n),
  shownPrice: lamports(700n),
  marketCap: lamports(9_000n),
  priceDayAgo: lamports(200n),
  freeSeats: 3,
  volume: 50n,
  createdAtMs: 1_234,
};
const mint = "mint" as Mint; // no code here reads it
const keyOf = (sort: FactSort, facts: Partial<SortFigures> = {}) =>
  keysBy(sort, new Map([[mint, { ...usual, ...facts }]])).get(mint);

test.each<{ sort: FactSort; facts?: Partial<SortFigures>; key: bigint }>([
  { sort: "price", key: 700n },
  { sort: "marketCap", key: 9_000n },
  { sort: "newest", key: 1_234n },
  { sort: "change", key: 1_500_000n },
  { sort: "change", facts: { priceDayAgo: null }, key: 1_000_000n },
  { sort: "change", facts: { priceDayAgo: lamports(0n) }, key: 1_000_000n },
  { sort: "seats", key: (3n << 57n) + 50n },
  { sort: "seats", facts: { freeSeats: 0 }, key: 50n },
  { sort: "seats", facts: { volume: 1n << 60n }, key: (4n << 57n) - 1n },
])("the key by $sort of $facts is $key", ({ sort, facts, key }) => {
  expect(keyOf(sort, facts)).toBe(key);
});
