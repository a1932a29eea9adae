import { type Mint, tokenUnits, unitsPerToken } from "@tribe/contract";
import { expect, it } from "vitest";
import { type HeldSeat, heldSeatWords, isAtRisk, marginOf, worstFirst } from "./held-seats.ts";

const whole = (count: number) => tokenUnits(BigInt(Math.round(count * 1_000)) * (unitsPerToken / 1_000n));
const seat = (change: Partial<HeldSeat> = {}): HeldSeat => ({
  mint: "m" as Mint, // never read
  name: "Lena Builds",
  symbol: "LEN",
  pfp: null,
  number: 9,
  groupSize: 12,
  memberCount: 12,
  holding: whole(131),
  cut: whole(96),
  ...change,
});

it("says the seat and how far above the cut it is, and a free one as free", () => {
  expect(heldSeatWords(seat())).toBe("Seat 9 of 12 · 35 LEN to spare");
  // Who waits outside decides what can be sold, not the last seat.
  expect(heldSeatWords(seat({ needed: tokenUnits(whole(90) + 1n) }))).toBe("Seat 9 of 12 · 40.9999 LEN to spare");
  expect(heldSeatWords(seat({ needed: whole(10) }))).toBe("Seat 9 of 12 · 121 LEN to spare");
  expect(heldSeatWords(seat({ holding: whole(98), number: 12 }))).toBe("Seat 12 · only 2 LEN above the cut");
  expect(heldSeatWords(seat({ holding: whole(96), number: 12 }))).toBe("Seat 12 of 12 · at the cut");
  expect(heldSeatWords(seat({ memberCount: 8, cut: whole(10) }))).toBe("Seat 9 of 12 · 4 free");
});

it("says what is missing for a seat, more than the last seated holds where all are taken", () => {
  expect(heldSeatWords(seat({ number: null, memberCount: 3, cut: whole(10), holding: whole(4) }))).toBe(
    "No seat · 6 LEN to go",
  );
  expect(heldSeatWords(seat({ number: null, holding: whole(46) }))).toBe("No seat · 50.0001 LEN to go");
  // Who joined earlier needs only as much.
  expect(heldSeatWords(seat({ number: null, holding: whole(46), needed: whole(96) }))).toBe("No seat · 50 LEN to go");
  expect(heldSeatWords(seat({ number: null, holding: whole(97) }))).toBe("A seat is yours to take");
});

it("is at risk within six hundredths of the cut, only while all seats are taken", () => {
  expect(isAtRisk(seat({ holding: whole(101.7) }))).toBe(true);
  expect(isAtRisk(seat({ holding: whole(102) }))).toBe(false);
  expect(isAtRisk(seat({ holding: whole(96), memberCount: 11 }))).toBe(false);
  expect(isAtRisk(seat({ holding: whole(96), number: null }))).toBe(false);
});

it("fills its arc at twice the cut", () => {
  expect([96, 144, 192, 900].map((holding) => marginOf(seat({ holding: whole(holding) })))).toEqual([0, 0.5, 1, 1]);
});

it("puts what may fall first at the top and what is no seat last", () => {
  const [safe, risky, none] = [seat(), seat({ holding: whole(96) }), seat({ number: null })];
  expect(worstFirst([none, safe, risky])).toEqual([risky, safe, none]);
});
