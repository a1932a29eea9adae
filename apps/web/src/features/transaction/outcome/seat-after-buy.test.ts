import { type MembershipState, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import { seatAfterBuy } from "./seat-after-buy.ts";

const profile = (subscribeState: MembershipState) => ({
  subscribeState,
  tradeInfo: { entryThresholdTokens: tokenUnits(100_000n), entryThresholdTokensForCompare: tokenUnits(99_990n) },
});
const after = (state: MembershipState, held: bigint, hadSeat: boolean) =>
  seatAfterBuy(profile(state), tokenUnits(held), hadSeat);

it("distinguishes a restored seat from one that was never lost", () => {
  expect(after("active", 99_990n, false)).toEqual({ kind: "restored" });
  expect(after("active", 99_990n, true)).toEqual({ kind: "none" });
});

it("allows joining from the exact threshold on, and computes the missing tokens below it", () => {
  for (const state of ["none", "expired"] as const) {
    expect(after(state, 99_990n, false)).toEqual({ kind: "join" });
    expect(after(state, 99_989n, false)).toEqual({ kind: "short", missing: 1n });
  }
  // The seat was lost while the buy was running.
  expect(after("expired", 90_000n, true)).toEqual({ kind: "short", missing: 9_990n });
});

it("has no effect for the Chief and for a blocked person", () => {
  for (const state of ["chief", "banned"] as const) expect(after(state, 0n, false)).toEqual({ kind: "none" });
});
