import type { Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import { groupByMint, mintsInOrder } from "./claimable.ts";

const [a, b, c] = ["a", "b", "c"].map((text) => text as Mint) as [Mint, Mint, Mint]; // no code here reads them

test("accounts are grouped by their token, in their order", () => {
  const accounts = [
    { mint: a, hash: 1 },
    { mint: b, hash: 2 },
    { mint: a, hash: 3 },
  ];
  expect([...groupByMint(accounts)]).toEqual([
    [a, [accounts[0], accounts[2]]],
    [b, [accounts[1]]],
  ]);
});

test("tokens of Tribe's airdrops come first, the others stay in their order", () => {
  const authors = new Map<Mint, readonly unknown[]>([
    [a, []],
    [c, ["a Chief"]],
  ]);
  expect(mintsInOrder([a, b, c], authors)).toEqual([c, a, b]);
});
