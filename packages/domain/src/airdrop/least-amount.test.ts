import fc from "fast-check";
import { expect, test } from "vitest";
import { leastAirdropAmount } from "./least-amount.ts";
import { type AirdropInput, airdropGroups, maxAirdropAmount, splitAirdrop } from "./split.ts";
import { anyAirdrop } from "./testing.ts";

/** Whether everybody in the chosen groups gets something, computed by the split itself. */
const reachesAll = (input: AirdropInput): boolean => {
  const split = splitAirdrop(input);
  if (split.kind === "refused") return false;
  const { members, holders, options } = airdropGroups(input);
  const wanted = new Set([...members, ...holders].map(({ address }) => address));
  return split.shares.length === wanted.size + (options.toCreator ? 1 : 0);
};

test("with the least amount everybody gets something, and with one unit less somebody gets nothing", () => {
  fc.assert(
    fc.property(anyAirdrop, (input) => {
      const least = leastAirdropAmount(input, maxAirdropAmount);
      if (least.kind === "found") {
        expect(reachesAll({ ...input, amount: least.amount })).toBe(true);
        if (least.amount > 1n) expect(reachesAll({ ...input, amount: least.amount - 1n })).toBe(false);
      } else if (least.kind === "noTarget") {
        expect(splitAirdrop(input)).toMatchObject({ reason: "noTarget" });
      } else expect(reachesAll({ ...input, amount: maxAirdropAmount })).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test("the same holds among thousands, whose shares differ by less than doubles can tell", () => {
  const seeds = [3n, 1_000_003n, 2n ** 61n - 1n];
  for (const seed of seeds) {
    const holders = Array.from({ length: 3_000 }, (_, index) => ({
      // From a few units to nearly a token's maximum, many of them equal.
      address: `h${index}`,
      weight: ((seed * BigInt(index * index + 1)) % 2n ** BigInt(1 + (index % 62))) + 1n,
      isMember: index < 5,
    }));
    const input = { amount: 1n, creator: "c", holders, options: { toCreator: true, toMembers: true, toHolders: true } };
    const least = leastAirdropAmount(input, maxAirdropAmount);
    const amount = least.kind === "found" ? least.amount : maxAirdropAmount + 1n;
    expect(least.kind === "noTarget").toBe(false);
    expect(reachesAll({ ...input, amount: amount - 1n })).toBe(false);
    if (least.kind === "found") expect(reachesAll({ ...input, amount })).toBe(true);
  }
});

const one = { address: "a", weight: 1n, isMember: false };
const options = { toCreator: true, toMembers: true, toHolders: true };

test("an amount above the available one is reported as such", () => {
  const input = { creator: "c", holders: [one, { ...one, address: "b", weight: 999n }], options };
  const least = leastAirdropAmount(input, maxAirdropAmount);
  if (least.kind !== "found") throw new Error("there is one");
  expect(leastAirdropAmount(input, least.amount)).toEqual(least);
  expect(leastAirdropAmount(input, least.amount / 4n)).toEqual({ kind: "upperBoundTooLarge" });
  expect(leastAirdropAmount(input, 0n)).toEqual({ kind: "upperBoundTooLarge" });
});

test("a tiny holder among the largest needs more than a token can have", () => {
  const whales = Array.from({ length: 40 }, (_, index) => ({ ...one, address: `w${index}`, weight: maxAirdropAmount }));
  const holders = [one, ...whales];
  expect(leastAirdropAmount({ creator: "c", holders, options }, maxAirdropAmount)).toEqual({
    kind: "upperBoundTooLarge",
  });
});

test("there is no least amount when nobody is chosen", () => {
  expect(leastAirdropAmount({ creator: "c", holders: [], options: { ...options, toCreator: false } }, 5n)).toEqual({
    kind: "noTarget",
  });
});
