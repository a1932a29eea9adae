import { type TokenUnits, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideSeat, entryThreshold, type Member, rankMembers, seatedMembers } from "./membership.ts";
import { projectSeat } from "./seat-outlook.ts";

const tokens = (whole: number): TokenUnits => tokenUnits(BigInt(whole) * 10n ** 9n);
const base = {
  seatHoldings: [tokens(40), tokens(30), tokens(20)],
  groupSize: 12,
  isSeated: false,
  holding: tokens(0),
  after: tokens(25),
  threshold: tokens(10),
};

describe("the seat after a trade", () => {
  it("counts larger and equal holdings before a newcomer", () => {
    expect(projectSeat(base)).toMatchObject({ seatsFree: 9, rank: 3, missing: 0n, others: base.seatHoldings });
    expect(projectSeat({ ...base, after: tokens(30) }).rank).toBe(3);
    expect(projectSeat({ ...base, after: tokens(41) }).rank).toBe(1);
  });

  it("reports the missing amount when the holding stays below the threshold", () => {
    expect(projectSeat({ ...base, after: tokens(7) })).toMatchObject({ seatsFree: 9, rank: null, missing: tokens(3) });
  });

  it("does not rank a seated member below themselves, even when the index is behind", () => {
    const seated = { ...base, isSeated: true, holding: tokens(30), after: tokens(35) };
    expect(projectSeat(seated).rank).toBe(2);
    expect(projectSeat({ ...seated, holding: tokens(31) }).rank).toBe(2);
    expect(projectSeat({ ...seated, after: tokens(15) }).rank).toBe(3);
    expect(projectSeat({ ...seated, after: tokens(9) })).toMatchObject({ rank: null, missing: tokens(1) });
  });

  it("never reports more free seats than there are, nor fewer than none", () => {
    const full = { ...base, groupSize: 3, threshold: tokenUnits(tokens(20) + 1n), after: tokens(21) };
    expect(projectSeat(full)).toMatchObject({ seatsFree: 0, rank: 3, missing: 0n });
    expect(projectSeat({ ...full, groupSize: 2 }).seatsFree).toBe(0);
    expect(projectSeat({ ...base, seatHoldings: [] })).toMatchObject({ seatsFree: 12, rank: 1, missing: 0n });
  });
});

const anyMembers = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 20 })
  .chain((order) =>
    fc.tuple(
      ...order.map((joinedAt) =>
        fc
          .bigInt(0n, 40n)
          .map((whole): Member => ({ id: `m${joinedAt}`, holding: tokens(Number(whole)), joinedAt, banned: false })),
      ),
    ),
  );

it("gives a newcomer exactly the rank of joining, and no rank exactly when joining is refused", () => {
  fc.assert(
    fc.property(anyMembers, fc.integer({ min: 1, max: 12 }), fc.bigInt(0n, 50n), (members, groupSize, whole) => {
      const me: Member = {
        id: "me",
        holding: tokens(Number(whole)),
        joinedAt: Number.MAX_SAFE_INTEGER,
        banned: false,
      };
      const outlook = projectSeat({
        seatHoldings: seatedMembers(members, groupSize).map(({ holding }) => holding),
        groupSize,
        isSeated: false,
        holding: tokens(0),
        after: me.holding,
        threshold: entryThreshold(members, groupSize).entryThresholdTokensForCompare,
      });
      const decision = decideSeat(members, me, groupSize);
      if (decision.kind === "seated") {
        const after = rankMembers(seatedMembers([...members, me], groupSize));
        expect(outlook).toMatchObject({ rank: after.indexOf(me) + 1, missing: 0n });
      } else {
        if (decision.kind !== "below") throw new Error("nobody is banned here");
        const missing = decision.threshold.entryThresholdTokensForCompare - me.holding;
        expect(outlook).toMatchObject({ rank: null, missing });
      }
    }),
  );
});
