import { type TokenUnits, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareMembers,
  decideSeat,
  entryThreshold,
  type Member,
  rankMembers,
  seatChanges,
  seatedMembers,
  thresholdToReturn,
} from "./membership.ts";

const tokens = (whole: number): TokenUnits => tokenUnits(BigInt(Math.round(whole * 1e4)) * 100_000n);
const member = (id: string, whole: number, joinedAt: number, banned = false): Member => ({
  id,
  holding: tokens(whole),
  joinedAt,
  banned,
});
const ids = (members: readonly Member[]) => members.map(({ id }) => id);
const anyMembers = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 30 })
  .chain((order) =>
    fc.tuple(
      ...order.map((joinedAt) =>
        fc
          .tuple(fc.integer({ min: 0, max: 40 }), fc.boolean(), fc.boolean())
          .map(([whole, half, banned]) => member(`m${joinedAt}`, whole + (half ? 0.5 : 0), joinedAt, banned && half)),
      ),
    ),
  );
const anyGroupSize = fc.integer({ min: 1, max: 12 });

describe("seats", () => {
  test("go to more tokens first, then to the earlier joiner", () => {
    const members = [member("late", 20, 3), member("early", 20, 1), member("big", 30, 4), member("small", 11, 2)];
    expect(ids(rankMembers(members))).toEqual(["big", "early", "late", "small"]);
    expect(ids(seatedMembers(members, 3))).toEqual(["big", "early", "late"]);
  });

  test("need 10 tokens, and are refused to banned people", () => {
    expect(
      ids(seatedMembers([member("poor", 9.9999, 1), member("out", 50, 2, true), member("ok", 10, 3)], 12)),
    ).toEqual(["ok"]);
  });

  test("are at most as many as the group size, and everybody without one ranks below everybody with one", () => {
    fc.assert(
      fc.property(anyMembers, anyGroupSize, (members, size) => {
        const seated = seatedMembers(members, size);
        expect(seated.length).toBeLessThanOrEqual(size);
        const worst = seated.at(-1);
        const able = members.filter((each) => !each.banned && each.holding >= tokens(10) && !seated.includes(each));
        if (worst) for (const each of able) expect(compareMembers(worst, each)).toBeLessThan(0);
        else expect(able).toEqual([]);
      }),
    );
  });
});

describe("the entry threshold", () => {
  test("is 10 tokens while a seat is free", () => {
    expect(entryThreshold([member("a", 500, 1)], 2)).toEqual({
      entryThresholdTokens: tokens(10),
      entryThresholdTokensForCompare: tokens(10),
    });
  });

  test("is above the smallest member when full, rounded up to 4 decimals", () => {
    expect(entryThreshold([member("a", 10, 1), member("b", 30, 2)], 2)).toEqual({
      entryThresholdTokens: tokens(10.0001),
      entryThresholdTokensForCompare: 10_000_000_001n,
    });
  });

  test("is exactly what a newcomer needs", () => {
    fc.assert(
      fc.property(anyMembers, anyGroupSize, (members, size) => {
        const { entryThresholdTokens, entryThresholdTokensForCompare: exact } = entryThreshold(members, size);
        expect(entryThresholdTokens >= exact && entryThresholdTokens < exact + 100_000n).toBe(true);
        expect(entryThresholdTokens % 100_000n).toBe(0n);
        expect(decideSeat(members, { id: "new", holding: tokenUnits(exact) }, size).kind).toBe("seated");
        expect(decideSeat(members, { id: "new", holding: tokenUnits(exact - 1n) }, size)).toMatchObject({
          kind: "below",
        });
      }),
    );
  });
});

describe("joining", () => {
  test("takes the seat of the smallest when full", () => {
    const members = [member("a", 40, 1), member("b", 12, 2), member("c", 12, 3)];
    expect(decideSeat(members, { id: "new", holding: tokens(13) }, 3).kind).toBe("seated");
    const after = [...members, member("new", 13, 4)];
    expect(ids(seatChanges(after, ({ id }) => id !== "new", 3).booted)).toEqual(["c"]);
    expect(decideSeat(members, { id: "new", holding: tokens(12) }, 3).kind).toBe("below");
  });

  test("displaces nobody while a seat is free", () => {
    expect(decideSeat([member("a", 40, 1)], { id: "new", holding: tokens(10) }, 2)).toEqual({
      kind: "seated",
    });
  });

  test("is refused to banned people, whatever they hold", () => {
    expect(decideSeat([member("a", 40, 1, true)], { id: "a", holding: tokens(99) }, 2)).toEqual({ kind: "banned" });
  });

  test("again changes nothing for members with a seat", () => {
    const members = [member("a", 40, 1), member("b", 12, 2)];
    expect(decideSeat(members, { id: "b", holding: tokens(12) }, 2)).toEqual({ kind: "seated" });
  });

  test("gives the seat in the decision, and takes only the smallest member's", () => {
    fc.assert(
      fc.property(anyMembers, anyGroupSize, fc.integer({ min: 0, max: 45 }), (members, size, whole) => {
        const who = { id: "new", holding: tokens(whole) };
        const decision = decideSeat(members, who, size);
        const after = [...members, { ...who, joinedAt: 2_000, banned: false }];
        const sat = ids(seatedMembers(members, size));
        const { booted } = seatChanges(after, ({ id }) => sat.includes(id), size);
        expect(ids(seatedMembers(after, size)).includes("new")).toBe(decision.kind === "seated");
        const replacesLast = decision.kind === "seated" && sat.length === size;
        expect(ids(booted)).toEqual(replacesLast ? sat.slice(-1) : []);
      }),
    );
  });

  test("an earlier joiner returns with as much as the smallest member holds", () => {
    const others = [member("a", 40, 1), member("c", 12, 3)];
    expect(thresholdToReturn(others, 2, 2).entryThresholdTokensForCompare).toBe(tokens(12));
    expect(thresholdToReturn(others, 4, 2).entryThresholdTokensForCompare).toBe(tokens(12) + 1n);
  });
});

describe("a change", () => {
  const members = [member("a", 40, 1), member("b", 20, 2), member("c", 15, 3)];
  const sitting =
    (...names: string[]) =>
    ({ id }: Member) =>
      names.includes(id);
  const changesOf = (after: readonly Member[], sits: (member: Member) => boolean, size: number) => {
    const { booted, restored } = seatChanges(after, sits, size);
    return { booted: ids(booted), restored: ids(restored) };
  };
  test("below the next in line passes the seat on", () => {
    const after = [member("a", 11, 1), member("b", 20, 2), member("c", 15, 3)];
    expect(changesOf(after, sitting("a", "b"), 2)).toEqual({ booted: ["a"], restored: ["c"] });
  });
  test("below 10 tokens loses the seat even when others are free", () => {
    const after = [member("a", 40, 1), member("b", 20, 2), member("c", 9, 3)];
    expect(changesOf(after, sitting("a", "b", "c"), 12)).toEqual({ booted: ["c"], restored: [] });
  });
  test("that moves no rank across the edge changes no seat", () => {
    expect(changesOf(members, sitting("a", "b"), 2)).toEqual({ booted: [], restored: [] });
  });
  test("of the group to a smaller size boots from the end", () => {
    expect(changesOf(members, sitting("a", "b", "c"), 1)).toEqual({ booted: ["b", "c"], restored: [] });
  });
  test("leaves seats exactly to the members who should have one, whoever had them before", () => {
    fc.assert(
      fc.property(anyMembers, anyGroupSize, fc.func(fc.boolean()), (all, size, sat) => {
        const sits = (one: Member) => sat(one.id);
        const { booted, restored } = changesOf(all, sits, size);
        const after = new Set([...ids(all.filter(sits)), ...restored].filter((id) => !booted.includes(id)));
        expect(after).toEqual(new Set(ids(seatedMembers(all, size))));
      }),
    );
  });
});
