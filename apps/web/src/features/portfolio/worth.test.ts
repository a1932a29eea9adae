import { lamports, tokenUnits, unitsPerToken } from "@tribe/contract";
import { expect, it } from "vitest";
import type { Holding } from "./queries.ts";
import { dayWorths, heightsOf, worthOf } from "./worth.ts";

const holding = (tokens: bigint, price: bigint, priceDayAgo: bigint | null) =>
  ({
    amount: tokenUnits(tokens * unitsPerToken),
    value: lamports(tokens * price),
    priceDayAgo: priceDayAgo === null ? null : lamports(priceDayAgo),
  }) as Holding; // the fields that are read

it("adds SOL and tokens, and computes their value at the prices of a day ago", () => {
  expect(worthOf(1_000n, 260n, [holding(10n, 20n, 15n), holding(3n, 20n, 30n)])).toEqual({
    now: 1_260n,
    dayAgo: 1_260n - 50n + 30n,
  });
});

it("counts no change for a token younger than a day, and has no past value without an older token", () => {
  expect(worthOf(500n, 230n, [holding(10n, 20n, null), holding(1n, 30n, 10n)])).toEqual({ now: 730n, dayAgo: 710n });
  expect(worthOf(500n, 200n, [holding(10n, 20n, null)])).toEqual({ now: 700n, dayAgo: null });
  expect(worthOf(0n, 0n, [])).toEqual({ now: 0n, dayAgo: null });
});

it("adds SOL to the hourly values and replaces the last one by the present value", () => {
  expect(dayWorths(100n, [10n, 30n, 20n], 121n)).toEqual([110n, 130n, 121n]);
  expect(heightsOf([110n, 130n, 120n])).toEqual([0, 100, 50]);
  expect(heightsOf([7n, 7n])).toEqual([50, 50]);
});
