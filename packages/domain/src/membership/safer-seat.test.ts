import { type GroupSize, type MembershipState, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInputUp, parseAmount } from "../money/amounts.ts";
import { max } from "../money/integers.ts";
import { entryThreshold, type Member, seatedMembers } from "./membership.ts";
import { isAtRisk, safeHolding, saferSeat, topUp } from "./safer-seat.ts";
import type { KnownSeats } from "./seat-projection.ts";
import { seatingFor } from "./seating.ts";

const tokens = (amount: number) => tokenUnits(BigInt(Math.round(amount * 1e4)) * 100_000n);
const aBit = 1n;

/** Twelve seats; the last two hold 16 and 15, and Cleo in the last one joined before everybody new. */
const room: KnownSeats = {
  seatHoldings: [40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 16, 15].map(tokens),
  groupSize: 12,
  subscribeState: "none",
  seating: {
    joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    own: null,
    rival: { displayName: "Cleo", holding: tokens(15), joinOrder: 12 },
  },
};

describe("the safer choice beside a seat at the cut", () => {
  it("is three tokens more where fifteen are at the cut: past the next one, with three to spare", () => {
    expect(saferSeat(room, tokens(0), tokens(15.0001))).toMatchObject({
      tokens: tokens(18.0001),
      more: tokens(3),
      rank: 11,
      // All but what is more than Cleo's.
      spare: tokens(3.0001) - aBit,
    });
  });
  it("counts what is held already, and can be typed", () => {
    const held = tokenUnits(7_123_456_789n);
    const min = tokenUnits(7_876_700_000n);
    expect(saferSeat(room, held, tokenUnits(held + min))).toMatchObject({ tokens: tokens(10.8767), more: tokens(3) });
  });
  it("is also what a member adds who is at the edge", () => {
    const seatHoldings = [...room.seatHoldings.slice(0, 11), tokens(15.0001)];
    const seating = {
      joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13],
      own: 13,
      rival: room.seating?.rival ?? null,
    };
    const member: KnownSeats = { ...room, subscribeState: "active", seatHoldings, seating };
    expect(saferSeat(member, tokens(15.0001), tokens(15.0001))).toMatchObject({ tokens: tokens(3), rank: 11 });
  });
  const none: [string, KnownSeats, number][] = [
    [
      "while a seat is free",
      { ...room, seatHoldings: [tokens(40)], seating: { joinOrders: [1], own: null, rival: null } },
      10,
    ],
    ["for a purchase that gives no seat", room, 14],
    ["for a purchase that is safe by itself", room, 18],
    ["for the Chief", { ...room, subscribeState: "chief" }, 15.0001],
    ["for somebody blocked", { ...room, subscribeState: "banned" }, 15.0001],
  ];
  it.each(none)("is not there %s", (_, token, after) => {
    expect(saferSeat(token, tokens(0), tokens(after))).toBeNull();
  });
  it.each([
    [10, 2],
    [12.4, 2],
    [12.5, 3],
    [15.0001, 3],
    [1_000, 200],
  ])("stays above a rival with %s tokens by %s", (holding, margin) => {
    const rival = { displayName: null, holding: tokens(holding), missing: null };
    expect(safeHolding({ needed: tokens(holding), rival })).toBe(tokens(holding + margin));
  });
});

describe("a top-up", () => {
  const seatHoldings = [...room.seatHoldings.slice(0, 11), tokens(16)];
  const seating = { joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13], own: 13, rival: room.seating?.rival ?? null };
  const member: KnownSeats = { ...room, subscribeState: "active", seatHoldings, seating };
  it.each([
    // Cleo waits with 15: what an alarm asks for and a fifth more, and a safe seat at least.
    [member, 16, 0, 2.0001],
    [member, 16, 5, 5.0001],
    [member, 18.0001, 0, null],
    [member, 30, 5, null],
    [{ ...member, subscribeState: "expired" } as const, 14, 0, 4.0001],
    [{ ...member, subscribeState: "chief" } as const, 0, 0, null],
    [{ ...member, seatHoldings: [], seating: { joinOrders: [], own: null, rival: null } }, 10, 5, null],
  ])("of %o with %s tokens and an alarm at %s is %s", (token, holding, alarm, bought) => {
    expect(topUp(token, tokens(holding), tokens(alarm))).toBe(bought === null ? null : tokens(bought));
  });
});

const groupSizes: readonly GroupSize[] = [12, 24, 99];
const states: readonly MembershipState[] = ["none", "expired", "active"];

it("gives a seat that whoever waits does not get with less than what is to spare, and is out of the risk, in any full room", () => {
  let offered = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...groupSizes),
      fc.array(fc.bigInt(10n ** 10n, 10n ** 12n), { minLength: 99, maxLength: 120, size: "max" }),
      fc.bigInt(0n, 10n ** 11n),
      fc.constantFrom(...states),
      fc.nat(119),
      (groupSize, holdings, held, state, place) => {
        const all = holdings.map(
          (holding, index): Member => ({
            id: `m${index}`,
            holding: tokenUnits(holding),
            joinedAt: index,
            banned: false,
          }),
        );
        const sits = new Set(seatedMembers(all, groupSize));
        const me = state === "none" ? null : (all[place % all.length] ?? null);
        const subscribeState = !me ? "none" : sits.has(me) ? "active" : "expired";
        const places = seatingFor(
          all.map((member) => ({ ...member, isSeated: sits.has(member) })),
          me?.id ?? null,
          groupSize,
        );
        const { rival } = places;
        const token: KnownSeats = {
          seatHoldings: places.seatHoldings,
          groupSize,
          subscribeState,
          seating: {
            ...places,
            rival: rival && { displayName: rival.id, holding: rival.holding, joinOrder: rival.joinedAt },
          },
        };
        const holding = me?.holding ?? tokenUnits(held);
        const others = all.filter((member) => member !== me);
        const least = entryThreshold(others, groupSize).entryThresholdTokens;
        const after = tokenUnits(max(least, holding));
        const safer = saferSeat(token, holding, after);
        if (!safer || !rival) return;
        offered += 1;
        const own: Member = {
          id: "own",
          holding: tokenUnits(holding + safer.tokens),
          joinedAt: me?.joinedAt ?? 1_000,
          banned: false,
        };
        const ranked = seatedMembers([...others, own], groupSize);
        expect(ranked.indexOf(own) + 1).toBe(safer.rank);
        expect(isAtRisk(own.holding, rival.holding)).toBe(false);
        expect(safer.more).toBeGreaterThan(0n);
        expect(holding + safer.tokens).toBe(after + safer.more);
        expect(parseAmount(formatInputUp(safer.tokens))).toBe(safer.tokens);
        // The spare can be lost, and not a base unit more while the person in whose favour it goes waits.
        const seatedWith = (units: bigint) => {
          const less: Member = { ...own, holding: tokenUnits(units) };
          return seatedMembers([...others, less], groupSize).includes(less);
        };
        expect(seatedWith(own.holding - safer.spare)).toBe(true);
        expect(seatedWith(own.holding - safer.spare - 1n)).toBe(false);
      },
    ),
    { numRuns: 200 },
  );
  expect(offered).toBeGreaterThan(20);
});
