import { lamports, newTokenUnits } from "@tribe/contract";
import { pricesOf } from "@tribe/domain/money";
import { expect, it } from "vitest";
import { poolValue } from "../pool/index.ts";

const unitsPerNewToken = 1_000_000n;

it("shows the price of one token on the curve, and of a server that tells no rate, as it is told", () => {
  for (const token of [{ conversionRate: null }, {}]) {
    const { shown, per } = pricesOf(token);
    expect([shown(372_000n), per]).toEqual([372_000n, ""]);
  }
});

it("shows the price of 1,000 new tokens after a migration, which is what the pool asks for them", () => {
  const pool = { lamports: lamports(85_000_000_000n), tokens: newTokenUnits(2_080_545_000_000_000n) };
  const rate = 7n;
  // What the API tells: of one old token, which converts into `rate` thousand new ones.
  const value = poolValue(pool, newTokenUnits(rate * 1_000n * unitsPerNewToken));
  const { shown, per } = pricesOf({ conversionRate: rate });
  expect(shown(value)).toBe(poolValue(pool, newTokenUnits(1_000n * unitsPerNewToken)));
  expect(per).toBe("per 1,000");
});
