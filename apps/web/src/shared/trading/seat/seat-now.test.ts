import { type MembershipState, minEntryThresholdUnits, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import { ownSeatOf, seatNow } from "./seat-now.ts";

const whole = (tokens: bigint) => tokenUnits(tokens * minEntryThresholdUnits);
/** The third of three, who joined second. */
const profile = (subscribeState: MembershipState) => ({
  subscribeState,
  groupSize: 12 as const,
  seatHoldings: [whole(5n), whole(4n), whole(3n)],
  seating: { joinOrders: [1, 3, 2], own: 2, rival: null },
});

it("follows the holding on chain while the index does not have the trade yet", () => {
  expect(seatNow(profile("active"), whole(3n), true)).toEqual({ kind: "seated", number: 3 });
  expect(seatNow(profile("active"), whole(6n), true)).toEqual({ kind: "seated", number: 1 });
  expect(seatNow(profile("active"), tokenUnits(0n), true)).toEqual({ kind: "left" });
});

it("tells who gave up a seat from who had none", () => {
  expect(seatNow(profile("expired"), whole(1n), true)).toEqual({ kind: "left" });
  expect(seatNow(profile("expired"), whole(1n), false)).toEqual({ kind: "outside" });
  // Of an older trade it is unknown whether there was one.
  expect(seatNow(profile("none"), whole(1n), true)).toEqual({ kind: "outside" });
});

it("knows who needs no seat", () => {
  expect(seatNow(profile("chief"), whole(1n), true)).toEqual({ kind: "needsNone", isChief: true });
  expect(seatNow(profile("banned"), whole(1n), true)).toEqual({ kind: "needsNone", isChief: false });
});

it("reads the own seat's number from the order of joining", () => {
  expect(ownSeatOf(profile("active"))).toBe(3);
  expect(ownSeatOf(profile("expired"))).toBeNull();
  expect(ownSeatOf({ ...profile("active"), seating: undefined })).toBeNull();
});
