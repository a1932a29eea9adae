import { addressSchema, lamports } from "@tribe/contract";
import { expect, test } from "vitest";
import { type Claimable, claimProgress, isClaimed, partsOf, partsOfRound, sumsOf } from "./claim-run.ts";

const address = (text: string) => addressSchema.parse(text.padEnd(32, "1"));
const token = (name: string, accounts: number): Claimable => ({
  mintAddress: address(name),
  ...{ amount: BigInt(accounts), name, symbol: null, pfp: null, decimals: 0, tokenType: "SPL", authors: [] },
  accounts: Array.from({ length: accounts }, (_, index) => ({
    hash: address(`${name}${"23456789ABCDEF"[index]}`),
    amount: 1n,
    tree: address("T"),
  })),
  maxLamports: lamports(1n),
});

test("six accounts go into one transaction, each token into its own", () => {
  const parts = partsOf([token("A", 13), token("B", 1)]);
  expect(parts.map(({ token: { name }, accounts }) => [name, accounts.length])).toEqual([
    ["A", 6],
    ["A", 6],
    ["A", 1],
    ["B", 1],
  ]);
  expect(new Set(parts.flatMap(({ accounts }) => accounts.map(({ hash }) => hash))).size).toBe(14);
  expect(sumsOf(parts).map(({ amount }) => amount)).toEqual([13n, 1n]);
});

test("twelve transactions are confirmed at once, and the others after them", () => {
  const parts = partsOf(Array.from({ length: 14 }, (_, index) => token("ABCDEFGHJKLMNP"[index] ?? "", 1)));
  expect([0, 1, 2].map((round) => partsOfRound(parts, round).length)).toEqual([12, 2, 0]);
});

test("a claim is through when none of its accounts is left, whatever else still waits", () => {
  const all = token("A", 7);
  const [first, second] = partsOf([all]);
  if (!first || !second) return expect.unreachable();
  const left: Claimable = { ...all, accounts: [...second.accounts] };
  expect([isClaimed(first, [all]), isClaimed(first, [left]), isClaimed(second, [left])]).toEqual([false, true, false]);
  expect(isClaimed(second, [])).toBe(true);
});

test("progress is 50, 99 and 100", () => {
  expect((["sending", "confirming", "done"] as const).map(claimProgress)).toEqual([50, 99, 100]);
});
