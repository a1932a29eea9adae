import { lamports, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import type { AirdropPreview } from "./airdrop-queries.ts";
import { assessAirdrop, onlyOne } from "./assess-airdrop.ts";

type Input = Parameters<typeof assessAirdrop>[0];

const units = (amount: bigint) => tokenUnits(amount);
const split: NonNullable<AirdropPreview["split"]> = {
  ...{ creatorPart: units(10n), membersPart: units(90n), holdersPart: units(0n) },
  ...{ membersCount: 2, holdersCount: 0, recipients: 3, totalBatches: 1 },
  cost: { poolRent: lamports(0n), onceRent: lamports(1n), fees: lamports(1n), total: lamports(2n) },
};
const preview = { split, problem: null, leastAmount: units(3n), membersCount: 2, holdersCount: 3 } as const;
const refused = (problem: NonNullable<AirdropPreview["problem"]>) => ({ ...preview, split: null, problem });
const everybody = { toCreator: true, toMembers: true, toHolders: true };
const nobody = { toCreator: false, toMembers: false, toHolders: false };

/** Assesses an airdrop of 100 by a person who holds 1,000, with the test's changes. */
const assess = (change: Partial<Input> = {}) =>
  assessAirdrop({
    ...{ units: 100n, token: { amount: units(1_000n), refusal: null } },
    ...{ targets: everybody, preview, isCurrent: true, ...change },
  });

it("accepts an airdrop in which everybody receives something", () => {
  expect(assess()).toEqual({ wrong: null, noTarget: null, mayGo: true });
});

it.each<[said: string, fix: "least" | "most" | null, change: Partial<Input>]>([
  ["Please enter a valid number", null, { units: null }],
  ["Amount is too large", "most", { units: 1_001n }],
  [
    "Amount is too small to be airdropped for members",
    "least",
    { units: 2n, preview: refused("airdrop_members_too_small") },
  ],
  [
    "Amount is too small to be airdropped for Chief",
    "least",
    { units: 2n, preview: refused("airdrop_creator_too_small") },
  ],
  ["Upper bound too large", null, { preview: { ...preview, leastAmount: null } }],
  ["Too little for everybody to get some", "least", { units: 2n }],
])("reports '%s' and offers a valid amount", (said, fix, change) => {
  expect(assess(change).wrong).toEqual({ words: said, fix });
});

const onlyChief = { toCreator: true, toMembers: false, toHolders: false };
it.each<[string, Partial<Input>]>([
  ["the server finds nobody", { preview: { ...refused("airdrop_no_target"), membersCount: 0, holdersCount: 0 } }],
  ["there is no member and no holder", { preview: { ...preview, membersCount: 0, holdersCount: 0 } }],
  [
    "there is nobody but the Chief, who alone is chosen",
    { targets: onlyChief, preview: { ...preview, membersCount: 0, holdersCount: 0 } },
  ],
  [
    "members are chosen and there are only holders",
    { targets: { ...onlyChief, toMembers: true }, preview: { ...preview, membersCount: 0 } },
  ],
  ["nothing is typed yet", { units: 0n, preview: { ...preview, membersCount: 0, holdersCount: 0 } }],
])("reports 'No holders found' when %s", (_, change) => {
  expect(assess(change)).toEqual({ wrong: null, noTarget: "No holders found", mayGo: false });
});

it("asks to choose when nobody is chosen, and accepts the Chief alone if there are others", () => {
  expect(assess({ targets: nobody })).toEqual({ wrong: null, noTarget: "Choose who gets it", mayGo: false });
  expect(assess({ targets: onlyChief })).toEqual({ wrong: null, noTarget: null, mayGo: true });
});

it.each<[string, Partial<Input>]>([
  ["nothing is typed", { units: 0n, preview: refused("airdrop_too_large") }],
  ["the server has not said how it is divided", { preview: null }],
  ["the answer is of an earlier amount", { isCurrent: false, preview: { ...preview, leastAmount: null } }],
  ["its token can't be given", { token: { amount: units(1_000n), refusal: "It takes a fee of each transfer" } }],
])("is not ready, but reports no problem, while %s", (_, change) => {
  expect(assess(change)).toEqual({ wrong: null, noTarget: null, mayGo: false });
});

it("chooses the only token of a list by itself, unless it can't be given", () => {
  const good = { name: "good", refusal: null };
  const bad = { name: "bad", refusal: "It takes a fee of each transfer" };
  expect([[good], [good, good], [good, bad], [bad], []].map(onlyOne)).toEqual([good, null, null, null, null]);
});
