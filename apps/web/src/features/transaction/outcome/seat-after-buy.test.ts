import { type MembershipState, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import { seatAfterBuy } from "./seat-after-buy.ts";

const profile = (subscribeState: MembershipState) => ({
  subscribeState,
  tradeInfo: { entryThresholdTokens: tokenUnits(100_000n), entryThresholdTokensForCompare: tokenUnits(99_990n) },
});
const after = (state: MembershipState, held: bigint, hadSeat: boolean) =>
  seatAfterBuy(profile(state), tokenUnits(held), hadSeat);

it("tells a seat that the buy brought back from one that was kept", () => {
  expect(after("active", 99_990n, false)).toEqual({ kind: "restored" });
  expect(after("active", 99_990n, true)).toEqual({ kind: "none" });
});

it("lets join who holds the exact threshold, and says to the others what is missing for it", () => {
  for (const state of ["none", "expired"] as const) {
    expect(after(state, 99_990n, false)).toEqual({ kind: "join" });
    expect(after(state, 99_989n, false)).toEqual({ kind: "short", missing: 1n });
  }
  // Pushed out while the buy was under way.
  expect(after("expired", 90_000n, true)).toEqual({ kind: "short", missing: 9_990n });
});

it("asks nothing of the Chief, nor of who is blocked", () => {
  for (const state of ["chief", "banned"] as const) expect(after(state, 0n, false)).toEqual({ kind: "none" });
});
