import { lamports, newTokenUnits, type TokenProfile } from "@tribe/contract";
import { poolValue } from "@tribe/domain/pool";
import { expect, it } from "vitest";
import { pricesOf } from "./token-facts.ts";

const newMint = "55gWvuK6SWwSwHxShCwEDCWxZtbRvHk8aJ4wLhgm8Pq2" as TokenProfile["newMint"]; // any will do

const unitsPerNewToken = 1_000_000n;

it("shows the price of one token on the curve as it is told", () => {
  const { shown, per } = pricesOf({ newMint: null, conversionRate: null });
  expect([shown(372_000n), per]).toEqual([372_000n, ""]);
});

it("shows the price of 1,000 new tokens after a migration, which is what the pool asks for them", () => {
  const pool = { lamports: lamports(85_000_000_000n), tokens: newTokenUnits(2_080_545_000_000_000n) };
  const rate = 7n;
  // What the API tells: of one old token, which converts into `rate` thousand new ones.
  const told = poolValue(pool, newTokenUnits(rate * 1_000n * unitsPerNewToken));
  const { shown, per } = pricesOf({ newMint, conversionRate: rate });
  expect(shown(told)).toBe(poolValue(pool, newTokenUnits(1_000n * unitsPerNewToken)));
  expect(per).toBe("per 1,000");
});
