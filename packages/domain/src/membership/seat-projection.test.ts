import { type GroupSize, type TokenUnits, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideSeat, entryThreshold, type Member, seatedMembers, thresholdToReturn } from "./membership.ts";
import { type KnownSeats, projectSeat } from "./seat-projection.ts";
import { seatingFor } from "./seating.ts";

const tokens = (whole: number): TokenUnits => tokenUnits(BigInt(Math.round(whole * 1e4)) * 100_000n);
const seated = (...holdings: number[]) => holdings.map(tokens);

describe("the seat after a trade", () => {
  const room: KnownSeats = { seatHoldings: seated(40, 30, 20), groupSize: 12, subscribeState: "none" };

  it("of a newcomer is behind larger and equal holdings, and needs ten tokens while a seat is free", () => {
    expect(projectSeat(room, tokens(0), tokens(25))).toMatchObject({
      rank: 3,
      missing: 0n,
      needed: tokens(10),
      rival: null,
      seated: seated(40, 30, 25, 20),
    });
    expect(projectSeat(room, tokens(0), tokens(30)).rank).toBe(3);
    expect(projectSeat(room, tokens(0), tokens(7))).toMatchObject({ rank: null, missing: tokens(3) });
    expect(projectSeat({ ...room, seatHoldings: [] }, tokens(0), tokens(25)).rank).toBe(1);
  });

  const full: KnownSeats = {
    seatHoldings: seated(40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 15.0001),
    groupSize: 12,
    subscribeState: "active",
    seating: {
      joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13],
      own: 13,
      rival: { displayName: "Cleo", holding: tokens(15), joinOrder: 12 },
    },
  };

  it("of a member is lost to who waits outside with more, or with as much and from earlier on", () => {
    const after = (whole: number) => projectSeat(full, tokens(15.0001), tokens(whole));
    expect(after(15.0001)).toMatchObject({ rank: 12, needed: tokenUnits(tokens(15) + 1n) });
    expect(after(15.0001).rival).toEqual({ displayName: "Cleo", holding: tokens(15), missing: tokens(0.0001) });
    expect(after(15)).toMatchObject({ rank: null, missing: 1n });
    expect(after(10)).toMatchObject({ rank: null, rival: { missing: null } });
    // Who joined before Cleo keeps the seat with as much.
    const early = { ...full, seating: { joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0], own: 0 } };
    const rival = { displayName: "Cleo", holding: tokens(15), joinOrder: 12 };
    expect(projectSeat({ ...early, seating: { ...early.seating, rival } }, tokens(15.0001), tokens(15))).toMatchObject({
      rank: 12,
      needed: tokens(15),
    });
  });

  it("of a newcomer at the threshold is taken back with what they hold more", () => {
    const joining = { ...full, subscribeState: "none" as const };
    const rival = { displayName: "Zed", holding: tokens(15.0001), joinOrder: 13 };
    const seating = { joinOrders: full.seating?.joinOrders ?? [], own: null, rival };
    expect(projectSeat({ ...joining, seating }, tokens(0), tokens(15.0002)).rival).toEqual({
      displayName: "Zed",
      holding: tokens(15.0001),
      missing: tokens(0.0001),
    });
  });

  it("by an older server's profile is never better than the real one, even when the index is behind", () => {
    const known: KnownSeats = { ...room, subscribeState: "active" };
    expect(projectSeat(known, tokens(31), tokens(35)).rank).toBe(2);
    expect(projectSeat(known, tokens(30), tokens(15)).rank).toBe(3);
    expect(projectSeat(known, tokens(30), tokens(40)).rank).toBe(2);
    expect(projectSeat(known, tokens(30), tokens(9))).toMatchObject({ rank: null, missing: tokens(1) });
  });
});

const groupSizes: readonly GroupSize[] = [12, 24, 99];
/** Rooms of few different holdings, so that many are equal; with free seats and crowded, and with blocked people. */
const anyRoom = fc.record({
  groupSize: fc.constantFrom(...groupSizes),
  people: fc.array(fc.record({ holding: fc.bigInt(8n * 10n ** 9n, 14n * 10n ** 9n), banned: fc.boolean() }), {
    minLength: 0,
    maxLength: 130,
    size: "max",
  }),
  coarse: fc.constantFrom(1n, 100_000_000n, 1_000_000_000n),
  reader: fc.nat(),
  delta: fc.bigInt(-(3n * 10n ** 9n), 3n * 10n ** 9n),
});

it("is what the server's own ranking gives after any trade, for members, people outside, newcomers and blocked people", () => {
  const seen = { kept: 0, lost: 0, taken: 0, refused: 0, ties: 0, rivals: 0 };
  fc.assert(
    fc.property(anyRoom, fc.boolean(), ({ groupSize, people, coarse, reader, delta }, isNew) => {
      const joined = people.map(
        ({ holding, banned }, index): Member => ({
          id: `m${index}`,
          holding: tokenUnits((holding / coarse) * coarse),
          joinedAt: (index * 37) % 131,
          banned: banned && index % 3 === 0,
        }),
      );
      const me = isNew || joined.length === 0 ? null : joined[reader % joined.length];
      const sits = new Set(seatedMembers(joined, groupSize));
      const members = joined.map((member) => ({ ...member, isSeated: sits.has(member) }));
      const state = !me ? "none" : me.banned ? "banned" : sits.has(me) ? "active" : "expired";
      const { seatHoldings, rival, ...places } = seatingFor(members, me?.id ?? null, groupSize);
      const token: KnownSeats = {
        seatHoldings,
        groupSize,
        subscribeState: state,
        seating: {
          ...places,
          rival: rival && { displayName: rival.id, holding: rival.holding, joinOrder: rival.joinedAt },
        },
      };
      const holding = me?.holding ?? tokenUnits(0n);
      const coarseDelta = (delta / coarse) * coarse;
      // Also exactly on the edge, and beside it.
      const others = joined.filter((member) => member !== me);
      const edge = thresholdToReturn(others, me?.joinedAt ?? Number.POSITIVE_INFINITY, groupSize);
      const exact = edge.entryThresholdTokensForCompare;
      for (const after of [holding + coarseDelta, exact, exact - 1n, exact + 1n].map((units) =>
        tokenUnits(units > 0n ? units : 0n),
      )) {
        const outlook = projectSeat(token, holding, after);
        const traded: Member = me
          ? { ...me, holding: after }
          : { id: "new", holding: after, joinedAt: 1_000, banned: false };
        const all = seatedMembers([...others, traded], groupSize);
        const rank = all.indexOf(traded) + 1 || null;
        expect(outlook.rank).toBe(rank);
        expect(outlook.needed).toBe(exact);
        expect(outlook.seated).toEqual(all.map((member) => member.holding));
        if (!me?.banned) expect(decideSeat(joined, traded, groupSize).kind === "seated").toBe(rank !== null);
        // The one who falls or waits comes back with exactly what is said, if the person holds what they would.
        const last = firstOutside(others, groupSize);
        expect(outlook.rival?.holding ?? null).toBe(last?.holding ?? null);
        const back = outlook.rival?.missing ?? null;
        if (last && back !== null) {
          seen.rivals += 1;
          const returned = (more: bigint) => {
            const grown: Member = { ...last, holding: tokenUnits(last.holding + more) };
            return seatedMembers([...others.filter((one) => one !== last), traded, grown], groupSize).includes(grown);
          };
          expect(returned(back)).toBe(true);
          if (back > 0n) expect(returned(back - 1n)).toBe(false);
        }
        if (state === "active") seen[rank === null ? "lost" : "kept"] += 1;
        else if (state !== "banned") seen[rank === null ? "refused" : "taken"] += 1;
        if (others.some((one) => one.holding === after)) seen.ties += 1;
      }
      // A newcomer who buys exactly what the profile asks for gets the seat.
      const needed = tokenUnits(entryThreshold(joined, groupSize).entryThresholdTokens);
      if (!me) expect(projectSeat(token, holding, needed).rank).not.toBeNull();
    }),
    { numRuns: 300 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});

/** The rank just outside, written without the function under test. */
const firstOutside = (others: readonly Member[], groupSize: number): Member | null =>
  seatedMembers(others, others.length)[groupSize - 1] ?? null;
