import { lamports, newTokenUnits, tokenUnits } from "@tribe/contract";
import { parseAmount } from "@tribe/domain/money";
import { quotePool } from "@tribe/domain/pool";
import { expect, test } from "vitest";
import { token, unit } from "../trade/testing.ts";
import { poolEntry, poolPurchase } from "./pool-entry.ts";

const rate = 2_119n;
const pool = {
  lamports: lamports(85n * unit),
  tokens: newTokenUnits(200_000_000n * 10n ** 6n),
  liquidityBps: 20,
  creatorBps: 40,
  platformBps: 40,
};
const migrated = { ...token, newMint: token.mint, conversionRate: rate, pool };

test("a safer amount is typed as SOL, which brings it for certain and costs more than the cheap seat", () => {
  const cheap = poolEntry(migrated, tokenUnits(0n), 500);
  const units = tokenUnits(12n * unit);
  const safe = poolPurchase(migrated, units, 500);
  if (cheap.kind !== "buy" || !safe) throw new Error("Both can be bought");
  expect(parseAmount(safe.amountText)).toBe(safe.lamports);
  expect(safe.lamports).toBeGreaterThan(parseAmount(cheap.amountText) ?? 0n);
  const order = { direction: "buy", input: lamports(safe.lamports) } as const;
  const brought = quotePool({ pool, rates: pool, slippageBps: 500, order });
  expect(brought.kind === "quoted" && brought.amounts.minOutput >= units * rate).toBe(true);
});

test("nothing is offered without a pool, or beyond what one swap brings", () => {
  expect(poolPurchase({ ...migrated, pool: null }, tokenUnits(unit), 500)).toBeNull();
  expect(poolPurchase(migrated, tokenUnits(10n ** 6n * unit), 500)).toBeNull();
});
