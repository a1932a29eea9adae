import { addressSchema, type MembershipState, tokenUnits, unitsPerToken } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { seatSentence } from "./seat-sentence.ts";

const whole = (count: number) => tokenUnits(BigInt(Math.round(count * 10)) * (unitsPerToken / 10n));

const units = (count: number) => tokenUnits((BigInt(Math.round(count * 10_000)) * unitsPerToken) / 10_000n);

const tribe = ({
  state = "none" as MembershipState,
  seated = [60, 50, 40, 30, 20] as readonly number[],
  groupSize = 12 as 12 | 24 | 99,
} = {}) => ({
  subscribeState: state,
  groupSize,
  symbol: "LEN",
  newMint: null,
  conversionRate: null,
  seatHoldings: seated.map(whole),
});
const full = [20, 19, 18, 17, 16, 15.5, 15, 14, 13.5, 13, 12.5, 12];

describe("somebody without a seat", () => {
  test("reads which one a buy takes, and who falls out of a full Tribe", () => {
    const said = seatSentence({ token: tribe({ seated: full }), holding: 0n, change: whole(13.2) });
    expect(said).toMatchObject({
      tone: "gain",
      title: "You'd take seat 10 of 12",
      detail: "13.2 LEN, 1.1999 above the cut of 12.0001",
      rank: 10,
    });
    expect(said.ladder).toMatchObject({ own: 9, outside: whole(12), seats: 12 });
    expect(said.ladder.holdings).toHaveLength(12);
  });
  test("reads how much is missing", () => {
    const said = seatSentence({ token: tribe(), holding: whole(2), change: whole(4) });
    expect(said).toMatchObject({ tone: "plain", title: "You need 4 more", detail: "A seat takes 10 LEN.", rank: null });
    expect(said.ladder).toMatchObject({ own: null, outside: whole(6) });
  });
  test("with enough already reads that the seat can be theirs, before anything is typed", () => {
    const { title } = seatSentence({ token: tribe(), holding: whole(45), change: null });
    expect(title).toBe("Seat 3 of 12 can be yours");
  });
});

describe("a member", () => {
  const token = tribe({ state: "active" });
  test.each([
    [null, "Your seat: 3 of 12"],
    [whole(1), "You keep seat 3 of 12"],
    [whole(30), "You'd move up: seat 3 to seat 1"],
    [-whole(25), "You'd move down: seat 3 to seat 5"],
  ])("who changes their holding by %s reads %j", (change, title) => {
    expect(seatSentence({ token, holding: whole(40), change })).toMatchObject({ title, tone: "plain" });
  });
  test("who sells below the cut reads it once, with what they can sell and stay", () => {
    const said = seatSentence({ token, holding: whole(40), change: -whole(35) });
    expect(said).toMatchObject({
      tone: "loss",
      title: "You'll lose your seat",
      detail: "You'd hold 5 LEN and leave the chat right away.",
      sellable: whole(30),
    });
    expect(said.ladder).toMatchObject({ own: null, outside: whole(5) });
    expect(said.ladder.holdings).toHaveLength(4);
  });
  test("of a full Tribe stays above the last of the others", () => {
    const { detail, ladder } = seatSentence({
      token: tribe({ state: "active", seated: full }),
      holding: whole(15),
      change: null,
    });
    expect(detail).toBe("15 LEN, 3 above the cut of 12");
    expect(ladder.cut).toBe(whole(12));
  });
  test("who sells more than they have is not below nothing", () => {
    expect(seatSentence({ token, holding: whole(40), change: -whole(50) }).detail).toBe(
      "You'd hold 0 LEN and leave the chat right away.",
    );
  });
});

test("the Chief needs no seat, and somebody blocked gets none", () => {
  expect(seatSentence({ token: tribe({ state: "chief" }), holding: whole(90), change: whole(1) })).toMatchObject({
    title: "You're the Chief: you need no seat",
    ladder: { own: null, outside: null },
  });
  expect(seatSentence({ token: tribe({ state: "banned" }), holding: whole(90), change: whole(1) }).title).toBe(
    "The Chief has blocked you from this chat",
  );
});

test("amounts are new tokens after a migration", () => {
  const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
  const token = { ...tribe(), newMint: address, conversionRate: 2_119n };
  expect(seatSentence({ token, holding: 0n, change: whole(4) }).title).toBe("You need 12,714,000 more");
});

describe("in a full Tribe where somebody waits outside", () => {
  const waiting = (holding: number) => ({ displayName: "Cleo", holding: units(holding), joinOrder: 12 });
  const seating = { joinOrders: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13], own: 13, rival: waiting(15) };
  const seated = [...full.slice(0, 6).map((each) => each + 20), 31, 30, 29, 28, 27, 15];
  const room = { ...tribe({ state: "active", seated }), seating };
  const holdings = [...room.seatHoldings.slice(0, 11), units(15.0001)];
  const token = { ...room, seatHoldings: holdings };
  const own = units(15.0001);

  test("a member is told who, and what they have to spare, in yellow where that is little", () => {
    expect(seatSentence({ token, holding: own, change: null })).toMatchObject({
      title: "Your seat: 12 of 12",
      detail: "15.0001 LEN",
      rival: { words: "Cleo waits with 15 LEN. You have <0.0001 LEN to spare.", isNear: true },
      ladder: { cut: whole(15), own: 11 },
    });
    // Who joined before her keeps the seat with as much.
    const early = { ...seating, joinOrders: [...seating.joinOrders.slice(0, 11), 0], own: 0 };
    expect(seatSentence({ token: { ...token, seating: early }, holding: own, change: null }).rival?.words).toBe(
      "Cleo waits with 15 LEN. You have 0.0001 LEN to spare.",
    );
    expect(seatSentence({ token, holding: own, change: units(5.0001) }).rival).toEqual({
      words: "Cleo waits with 15 LEN. You'd have 5.0001 LEN to spare.",
      isNear: false,
    });
  });
  test("a sale that keeps ten tokens loses the seat all the same, and only what is above theirs can be sold", () => {
    for (const change of [-units(5.0001), -own, -units(0.0002)])
      expect(seatSentence({ token, holding: own, change })).toMatchObject({
        tone: "loss",
        title: "You'll lose your seat",
        rival: { words: "Cleo waits with 15 LEN. You have <0.0001 LEN to spare." },
        // One base unit more than Cleo stays.
        sellable: 99_999n,
      });
    expect(seatSentence({ token, holding: own, change: -units(5.0001) })).toMatchObject({
      detail: "You'd hold 10 LEN and leave the chat right away.",
      ladder: { own: null, outside: whole(10), cut: whole(15) },
    });
    expect(seatSentence({ token, holding: own, change: -99_999n }).title).toBe("You keep seat 12 of 12");
  });
  test("a newcomer is told what takes the last seat back, with the amount as the button has it", () => {
    const rival = { displayName: "Zed", holding: own, joinOrder: 13 };
    const asked = { ...token, subscribeState: "none" as const, seating: { ...seating, own: null, rival } };
    expect(seatSentence({ token: asked, holding: 0n, change: units(15.0002) })).toMatchObject({
      title: "You'd take seat 12 of 12",
      detail: "15.0002 LEN, at the cut",
      rival: { words: "Zed needs 0.0001 LEN to take it back.", isNear: true },
      ladder: { outside: own },
    });
    expect(seatSentence({ token: asked, holding: 0n, change: whole(27.5) })).toMatchObject({ rank: 11, rival: null });
    expect(seatSentence({ token: asked, holding: 0n, change: whole(15) }).title).toBe("You need 0.0002 more");
  });
});

describe("at the cut of a full Tribe", () => {
  const rival = { displayName: "Cleo", holding: whole(15), joinOrder: 12 };
  const seating = { joinOrders: Array.from({ length: 12 }, (_, index) => index + 1), own: null, rival };
  const room = { ...tribe({ seated: [40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 16, 15] }), seating };
  test("the cheap seat is beside one that lasts, until what is bought lasts by itself", () => {
    const cheap = seatSentence({ token: room, holding: 0n, change: units(15.0001) });
    expect(cheap.rival).toEqual({ words: "Cleo needs 0.0001 LEN to take it back.", isNear: true });
    expect(cheap.detail).toBe("15.0001 LEN, at the cut");
    expect(cheap.safer).toMatchObject({ tokens: units(18.0001), more: whole(3), rank: 11 });
    expect(seatSentence({ token: room, holding: 0n, change: units(18.0001) })).toMatchObject({ rank: 11, safer: null });
    // The last seat, and yet far from who could take it back: with as much, as she joined before.
    const alone = { ...room, seatHoldings: [...room.seatHoldings.slice(0, 10), whole(30), whole(15)] };
    expect(seatSentence({ token: alone, holding: 0n, change: whole(25) })).toMatchObject({
      rank: 12,
      safer: null,
      rival: { words: "Cleo needs 10 LEN to take it back.", isNear: false },
    });
  });
  test("a member is offered what keeps the seat, and nothing while selling", () => {
    const own = units(15.0001);
    const token = {
      ...room,
      subscribeState: "active" as const,
      seatHoldings: [...room.seatHoldings.slice(0, 11), own],
      seating: { ...seating, joinOrders: [...seating.joinOrders.slice(0, 11), 13], own: 13 },
    };
    expect(seatSentence({ token, holding: own, change: null }).safer).toMatchObject({ tokens: whole(3), rank: 11 });
    expect(seatSentence({ token, holding: own, change: -1n }).safer).toBeNull();
  });
});
