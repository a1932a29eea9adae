import { lamports, newTokenUnits, tokenUnits } from "@tribe/contract";
import { amountsOf } from "@tribe/domain/money";
import { expect, test } from "vitest";
import { token, unit } from "../../../features/trade/testing.ts";
import { seatEntry, seatPrice } from "./seat-entry.ts";

const migrated = {
  ...token,
  newMint: token.mint,
  conversionRate: 2_119n,
  pool: {
    lamports: lamports(85n * unit),
    tokens: newTokenUnits(200_000_000n * 10n ** 6n),
    liquidityBps: 20,
    creatorBps: 40,
    platformBps: 40,
  },
};

test("a seat costs a newcomer what its threshold costs on the curve, fees in, and less to who holds a part", () => {
  const whole = seatEntry(token, 0n, 500);
  const rest = seatEntry(token, 6n * unit, 500);
  if (whole.kind !== "buy" || rest.kind !== "buy") throw new Error("There is a seat to be had");
  expect(whole.tokens).toBe(10n * unit);
  expect(rest.tokens).toBe(4n * unit);
  expect(rest.lamports).toBeLessThan(whole.lamports);
  // Ten tokens at 0.0004 SOL and dearer, with 4 % of fees.
  expect(whole.lamports).toBeGreaterThan(4_160_000n);
  expect(seatPrice(token, 500)).toBe(whole.lamports);
});

test("who sits, is the Chief or is blocked is offered nothing, and who holds enough only joins", () => {
  for (const subscribeState of ["active", "chief", "banned"] as const)
    expect(seatEntry({ ...token, subscribeState }, 0n, 500)).toEqual({ kind: "none" });
  expect(seatEntry(token, 10n * unit, 500)).toEqual({ kind: "join" });
  expect(seatPrice({ ...token, subscribeState: "active" }, 500)).toBe(seatPrice(token, 500));
});

test("more than the curve has left is out of reach", () => {
  const threshold = tokenUnits(5_000n * unit);
  const dear = { ...token, tradeInfo: { entryThresholdTokens: threshold, entryThresholdTokensForCompare: threshold } };
  expect(seatEntry(dear, 0n, 500)).toEqual({ kind: "outOfReach" });
  expect(seatPrice(dear, 500)).toBeNull();
});

test("after a migration the pool says the price, and amounts are new tokens", () => {
  expect(seatEntry(migrated, 0n, 500)).toMatchObject({ kind: "buy", tokens: 10n * unit });
  expect(seatEntry({ ...migrated, pool: null }, 0n, 500)).toEqual({ kind: "outOfReach" });
  expect(amountsOf(migrated).named(10n * unit)).toBe("21,190,000 MAR");
  expect(amountsOf(token).named(10n * unit)).toBe("10 MAR");
});
