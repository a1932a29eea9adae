import { lamports, type MembershipState, membershipStates, newTokenUnits, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExact, parseAmount } from "../money/amounts.ts";
import { buyFromPool, type Pool } from "./pool.ts";
import { poolEntryOffer } from "./pool-entry.ts";
import { quotePool } from "./swap-quotes.ts";

const unit = 10n ** 9n;
const rates = { liquidityBps: 30, creatorBps: 50, platformBps: 20 };
const base = {
  state: "none" as MembershipState,
  threshold: tokenUnits(10n * unit),
  holding: tokenUnits(0n),
  rate: 2_119n,
  pool: { lamports: lamports(85n * unit), tokens: newTokenUnits(2_080_000_000_000_000n) } satisfies Pool,
  rates,
  slippageBps: 500,
};

describe("'Buy min. to enter chat' in the pool", () => {
  it("offers SOL with a margin for the slippage", () => {
    const sure = poolEntryOffer({ ...base, slippageBps: 0 });
    const wide = poolEntryOffer(base);
    if (sure.kind !== "buy" || wide.kind !== "buy") throw new Error("both are offered");
    expect(wide.lamports > sure.lamports).toBe(true);
    expect(wide.lamports < (sure.lamports * 106n) / 100n).toBe(true);
  });

  it("becomes Join when the holding is enough, and nothing for members with a seat, the Chief and blocked people", () => {
    const kinds = membershipStates.map((state) => [
      state,
      poolEntryOffer({ ...base, state, holding: base.threshold }).kind,
    ]);
    expect(Object.fromEntries(kinds)).toEqual({
      none: "join",
      active: "none",
      expired: "join",
      banned: "none",
      chief: "none",
    });
  });

  it("says so when no amount certainly brings enough", () => {
    expect(poolEntryOffer({ ...base, slippageBps: 10_000 })).toEqual({ kind: "outOfReach" });
    expect(poolEntryOffer({ ...base, threshold: tokenUnits(10n ** 6n * unit) })).toEqual({ kind: "outOfReach" });
  });
});

const anyPool = fc
  .tuple(fc.bigInt(10n ** 9n, 10n ** 12n), fc.bigInt(10n ** 12n, 8n * 10n ** 15n))
  .map(([sol, tokens]): Pool => ({ lamports: lamports(sol), tokens: newTokenUnits(tokens) }));

it("never misses the threshold: whatever the pool does before the swap lands, it brings enough or fails", () => {
  fc.assert(
    fc.property(
      anyPool,
      anyPool,
      fc.bigInt(10n * unit, 1_000n * unit),
      fc.bigInt(0n, 1_000n * unit),
      fc.integer({ min: 0, max: 9_000 }),
      (pool, then, threshold, holding, slippageBps) => {
        const input = { ...base, pool, slippageBps, threshold: tokenUnits(threshold), holding: tokenUnits(holding) };
        const offer = poolEntryOffer(input);
        if (offer.kind !== "buy") return;
        expect(parseAmount(formatExact(offer.lamports))).toBe(offer.lamports);
        const order = { direction: "buy" as const, input: offer.lamports };
        const quote = quotePool({ pool, rates, slippageBps, order });
        if (quote.kind === "refused") throw new Error(quote.reason);
        const swap = buyFromPool(then, rates, offer.lamports, newTokenUnits(quote.amounts.minOutput));
        if (swap.kind === "swapped") expect(holding + swap.output / input.rate >= threshold).toBe(true);
      },
    ),
  );
});
