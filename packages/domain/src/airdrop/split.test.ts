import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AirdropHolder,
  type AirdropInput,
  type AirdropSplit,
  airdropOptionsOf,
  airdropPercents,
  maxAirdropAmount,
  splitAirdrop,
} from "./split.ts";
import { anyAirdrop } from "./testing.ts";

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, next) => total + next, 0n);
const of = (split: AirdropSplit, address: string): bigint =>
  split.kind === "split" ? (split.shares.find((share) => share.address === address)?.amount ?? 0n) : -1n;
const holder = (address: string, weight: bigint, isMember = false): AirdropHolder => ({ address, weight, isMember });
const all = { toCreator: true, toMembers: true, toHolders: true };

describe("a split", () => {
  test("gives out exactly the amount, to each wallet once, and never a share of zero", () => {
    fc.assert(
      fc.property(anyAirdrop, (input) => {
        const split = splitAirdrop(input);
        if (split.kind === "refused") return;
        expect(sum(split.shares.map(({ amount }) => amount))).toBe(input.amount);
        expect(split.creatorPart + split.membersPart + split.holdersPart).toBe(input.amount);
        expect(split.shares.every(({ amount }) => amount > 0n)).toBe(true);
        expect(new Set(split.shares.map(({ address }) => address)).size).toBe(split.shares.length);
      }),
    );
  });

  test("does not depend on the order of the snapshot", () => {
    fc.assert(
      fc.property(anyAirdrop, fc.infiniteStream(fc.nat()), (input, random) => {
        const keys = new Map(input.holders.map((each) => [each, random.next().value ?? 0]));
        const shuffled = [...input.holders].sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
        expect(splitAirdrop({ ...input, holders: shuffled })).toEqual(splitAirdrop(input));
      }),
    );
  });

  test("is fair: each share is within a unit of the exact one per part, and a larger holding never gets less", () => {
    fc.assert(
      fc.property(anyAirdrop, (input) => {
        const listed = input.holders.filter(({ address }) => address !== input.creator);
        const wallets = [...new Set(listed.map(({ address }) => address))].map((address) => {
          const own = listed.filter((each) => each.address === address);
          return holder(
            address,
            sum(own.map(({ weight }) => weight)),
            own.some(({ isMember }) => isMember),
          );
        });
        const split = splitAirdrop(input);
        if (split.kind === "refused") return;
        const total = sum(wallets.map(({ weight }) => weight));
        const ofMembers = (isMember: boolean) =>
          split.membersCount > 0 && isMember ? split.membersPart / BigInt(split.membersCount) : 0n;
        for (const { address, weight, isMember } of wallets) {
          const exact = ofMembers(isMember) + (split.holdersPart > 0n ? (split.holdersPart * weight) / total : 0n);
          expect(of(split, address)).toBeGreaterThanOrEqual(exact);
          expect(of(split, address)).toBeLessThanOrEqual(exact + 2n);
        }
        expect(of(split, input.creator)).toBe(split.creatorPart);
      }),
    );
  });

  test("gives a member both parts, and the creator only the first", () => {
    const split = splitAirdrop({
      amount: 1_000n,
      creator: "chief",
      holders: [holder("chief", 900n), holder("a", 30n, true), holder("b", 10n)],
      options: all,
    });
    expect(split).toMatchObject({ creatorPart: 100n, membersPart: 200n, holdersPart: 700n });
    expect([of(split, "chief"), of(split, "a"), of(split, "b")]).toEqual([100n, 725n, 175n]);
  });

  test("adds up a wallet that is in the snapshot twice", () => {
    const twice = [holder("a", 1n), holder("b", 2n), holder("a", 1n)];
    const split = splitAirdrop({ amount: 100n, creator: "c", holders: twice, options: { ...all, toCreator: false } });
    expect([of(split, "a"), of(split, "b")]).toEqual([50n, 50n]);
  });

  test("treats an empty group as not chosen", () => {
    const input = { amount: 100n, creator: "c", holders: [holder("a", 1n)], options: all };
    expect(splitAirdrop(input)).toMatchObject({ percents: { creator: 10, members: 0, holders: 90 } });
    expect(splitAirdrop({ ...input, holders: [] })).toMatchObject({ percents: { creator: 100 }, creatorPart: 100n });
    expect(splitAirdrop({ ...input, holders: [holder("a", 0n, true)] })).toMatchObject({
      percents: { creator: 10, members: 90, holders: 0 },
    });
  });

  test("leaves out shares of zero, and gives the rest by largest remainder, ties to the first", () => {
    const options = { toCreator: false, toMembers: false, toHolders: true };
    const equal = ["d", "b", "a", "c"].map((address) => holder(address, 5n));
    expect(splitAirdrop({ amount: 2n, creator: "z", holders: equal, options })).toMatchObject({
      shares: [
        { address: "a", amount: 1n },
        { address: "b", amount: 1n },
      ],
    });
  });

  test.each<[string, Partial<AirdropInput>, string]>([
    ["nothing to give", { amount: 0n }, "range"],
    ["less than nothing to give", { amount: -1n }, "range"],
    ["more than a token can have", { amount: maxAirdropAmount + 1n }, "range"],
    ["somebody who holds less than nothing", { holders: [holder("a", -1n)] }, "range"],
    ["no group", { options: { toCreator: false, toMembers: false, toHolders: false } }, "noTarget"],
    ["no holder", { holders: [], options: { ...all, toCreator: false } }, "noTarget"],
    [
      "the creator alone as holder",
      { holders: [holder("c", 5n, true)], options: { ...all, toCreator: false } },
      "noTarget",
    ],
    ["too little for the creator", { amount: 1n }, "creatorTooSmall"],
    [
      "too little for members alone",
      { amount: 1n, options: { ...all, toCreator: false, toHolders: false } },
      "membersTooSmall",
    ],
    ["too little for members", { amount: 6n }, "membersTooSmall"],
  ])("is refused for %s", (_name, change, reason) => {
    const input = { amount: 100n, creator: "c", holders: [holder("a", 5n, true), holder("b", 5n, true)], options: all };
    expect(splitAirdrop({ ...input, ...change })).toEqual({ kind: "refused", reason });
  });

  test("accepts the largest amount and the largest weights", () => {
    const holders = ["a", "b", "c"].map((address) => holder(address, maxAirdropAmount, true));
    const split = splitAirdrop({ amount: maxAirdropAmount, creator: "z", holders, options: all });
    expect(split).toMatchObject({ kind: "split", membersCount: 3, holdersCount: 3 });
  });
});

test.each([
  [
    [true, false, false],
    [100, 0, 0],
  ],
  [
    [false, true, false],
    [0, 100, 0],
  ],
  [
    [false, false, true],
    [0, 0, 100],
  ],
  [
    [true, true, false],
    [10, 90, 0],
  ],
  [
    [true, false, true],
    [10, 0, 90],
  ],
  [
    [false, true, true],
    [0, 30, 70],
  ],
  [
    [true, true, true],
    [10, 20, 70],
  ],
  [
    [false, false, false],
    [0, 0, 0],
  ],
] as const)("the groups %j share by %j percent, as the specification says", (options, percents) => {
  const [toCreator, toMembers, toHolders] = options;
  const [creator, members, holders] = percents;
  expect(airdropPercents({ toCreator, toMembers, toHolders })).toEqual({ creator, members, holders });
});

test("an option is on unless it is explicitly off", () => {
  expect(airdropOptionsOf({})).toEqual(all);
  expect(airdropOptionsOf({ shouldAirdropToHolders: false })).toEqual({ ...all, toHolders: false });
  expect(airdropOptionsOf({ shouldAirdropToCreator: false, shouldAirdropToMembers: true })).toEqual({
    ...all,
    toCreator: false,
  });
});

/** `amount options creator holders = shares`, as `interop/README.md` says. */
const answerTo = (question: string): string => {
  const [amount = "", chosen = "", creator = "", list = ""] = question.split(" ");
  const holders = list
    .split(",")
    .filter((text) => text !== "-")
    .map((text) => {
      const [address = "", weight = "", role] = text.split(":");
      return holder(address, BigInt(weight), role === "m");
    });
  const [toCreator, toMembers, toHolders] = ["c", "m", "h"].map((group) => chosen.includes(group));
  if (toCreator === undefined || toMembers === undefined || toHolders === undefined) throw new Error("three groups");
  const options = { toCreator, toMembers, toHolders };
  const split = splitAirdrop({ amount: BigInt(amount), creator, holders, options });
  return split.kind === "refused"
    ? split.reason
    : split.shares.map((share) => `${share.address}:${share.amount}`).join(",");
};

test("every shared case agrees with the Rust implementation to the last unit, and every kind of answer is among them", () => {
  const file = new URL("../../../../interop/split.json", import.meta.url);
  const cases: string[] = JSON.parse(readFileSync(file, "utf8")).cases;
  expect(cases.length).toBeGreaterThanOrEqual(1_000);
  const differing = cases.filter((line) => {
    const [question = "", answer] = line.split(" = ");
    return answerTo(question) !== answer;
  });
  expect(differing).toEqual([]);
  const kinds = new Set(cases.map((line) => / = ([a-zA-Z]+)$/.exec(line)?.[1] ?? "split"));
  expect([...kinds].sort()).toEqual(["creatorTooSmall", "membersTooSmall", "noTarget", "range", "split"]);
});
