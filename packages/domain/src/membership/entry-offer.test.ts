import { type MembershipState, membershipStates, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Curve, maxPosition, remainingOnCurve } from "../curve/curve.ts";
import { fillBuy } from "../curve/orders.ts";
import { quoteBuy } from "../curve/quotes.ts";
import { formatInputUp, parseAmount } from "../money/amounts.ts";
import { feeRates } from "../money/fees.ts";
import { anyFlags, defaultSchedule, openCurve } from "../testing.ts";
import { entryOffer } from "./entry-offer.ts";

const units = (whole: number) => tokenUnits(BigInt(Math.round(whole * 1e6)) * 1_000n);
const curve: Curve = {
  x: units(200),
  floor: units(150),
  xMax: maxPosition(units(150), 100_000_000n),
  coefficient: 100_000_000n,
};
const base = { state: "none" as MembershipState, threshold: units(10), holding: units(0), curve };

describe("'Buy min. to enter chat'", () => {
  it("is offered while not active, and while the holding is below the threshold", () => {
    for (const state of ["none", "expired", "active"] as const)
      expect(entryOffer({ ...base, state, holding: units(4) })).toEqual({ kind: "buy", tokens: units(6) });
  });

  it("becomes Join when the holding is enough, and nothing for members with a seat, the Chief and blocked people", () => {
    const enough = { ...base, holding: units(10) };
    const kinds = membershipStates.map((state) => [state, entryOffer({ ...enough, state }).kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      none: "join",
      active: "none",
      expired: "join",
      banned: "none",
      chief: "none",
    });
    expect(entryOffer({ ...base, state: "banned" })).toEqual({ kind: "none" });
  });

  it("says so when the curve has fewer tokens left, or one buy may not order as many", () => {
    const left = { ...curve, x: tokenUnits(curve.xMax - units(3)) };
    expect(entryOffer({ ...base, curve: left })).toEqual({ kind: "outOfReach", tokens: units(10) });
    expect(entryOffer({ ...base, threshold: units(100_001) }).kind).toBe("outOfReach");
  });
});

it("never misses the threshold: whatever the curve does before the trade lands, it buys enough or nothing", () => {
  fc.assert(
    fc.property(
      openCurve,
      fc.bigInt(10n ** 10n, 10n ** 13n),
      fc.bigInt(0n, 10n ** 13n),
      fc.integer({ min: 0, max: 10_000 }),
      anyFlags,
      fc.bigInt(-(10n ** 6n), 10n ** 6n),
      (at, threshold, held, slippageBps, flags, drift) => {
        const input = { ...base, curve: at, threshold: tokenUnits(threshold), holding: tokenUnits(held) };
        const offer = entryOffer(input);
        if (offer.kind !== "buy") return;
        // The person sends what the button has typed.
        const typed = parseAmount(formatInputUp(offer.tokens));
        expect(typed).toBe(offer.tokens);
        const quote = quoteBuy({
          curve: at,
          fees: defaultSchedule,
          flags,
          slippageBps,
          mode: "BUY_WITH_FIXED_TOKEN",
          tokens: offer.tokens,
        });
        if (quote.kind === "refused") throw new Error(quote.reason);
        expect(quote.tokens + held >= threshold).toBe(true);

        // Others trade first; this buy does not close the curve.
        const span = at.xMax - at.floor;
        const moved = at.x + (span * drift) / 10n ** 6n;
        const x = tokenUnits(moved < at.floor ? at.floor : moved > at.xMax ? at.xMax : moved);
        const then = { ...at, x };
        if (remainingOnCurve(then) < offer.tokens) return;
        const fill = fillBuy(then, quote.order, feeRates(defaultSchedule, "buy", flags));
        if (fill.kind === "filled") expect(fill.tokens + held >= threshold).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
