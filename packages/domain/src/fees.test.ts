import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areFlagsValid,
  type FeeSchedule,
  feeRates,
  feesOf,
  flagsFromByte,
  flagsToByte,
  noFlags,
  valueForBudget,
} from "./fees.ts";
import { anyFlags, anyRates, defaultSchedule } from "./testing.ts";

type FeeVector = Record<"creator" | "platform" | "referral" | "affiliate" | "discount" | "flags", number> &
  Record<"budget" | "value", string>;
const source = readFileSync(new URL("../../../interop/fees.json", import.meta.url), "utf8");

describe("shared vectors", () => {
  const { fees, budgets }: { fees: Record<string, string>[]; budgets: FeeVector[] } = JSON.parse(source);
  const rates = (entry: FeeVector) => {
    const schedule: FeeSchedule = {
      creatorBuyBps: entry.creator,
      creatorSellBps: 0,
      platformBuyBps: entry.platform,
      platformSellBps: 0,
      referralBps: entry.referral,
      affiliateBps: entry.affiliate,
      discountBps: entry.discount,
    };
    return feeRates(schedule, "buy", flagsFromByte(entry.flags) ?? noFlags);
  };

  test("each fee of a value agrees", () => {
    for (const entry of fees) {
      const { creatorBps, platformBps, referralBps, value = "", creator, platform, referral, total } = entry;
      const part = feesOf(BigInt(value), {
        creatorBps: Number(creatorBps),
        platformBps: Number(platformBps),
        referralBps: Number(referralBps),
        discountBps: 0,
      });
      expect([part.creator, part.platform, part.referral, part.total].map(String)).toEqual([
        creator,
        platform,
        referral,
        total,
      ]);
    }
  });

  test("the value that a budget pays for agrees", () => {
    for (const entry of budgets) expect(valueForBudget(BigInt(entry.budget), rates(entry))).toBe(BigInt(entry.value));
  });
});

describe("fees", () => {
  test("a plain trade pays 2 % to the creator and 2 % to the platform", () => {
    expect(feesOf(1_000_000n, feeRates(defaultSchedule, "buy", noFlags))).toEqual({
      creator: 20_000n,
      platform: 20_000n,
      referral: 0n,
      total: 40_000n,
    });
    expect(feesOf(1_000_000n, feeRates(defaultSchedule, "sell", noFlags)).total).toBe(40_000n);
  });

  test("referral and affiliate come out of the platform's share, a discount is the trader's", () => {
    const of = (flags: Partial<typeof noFlags>) =>
      feesOf(1_000_000n, feeRates(defaultSchedule, "buy", { ...noFlags, ...flags }));
    expect(of({ referral: true })).toMatchObject({ platform: 14_000n, referral: 6_000n, total: 40_000n });
    expect(of({ referral: true, affiliate: true })).toMatchObject({ platform: 10_000n, referral: 10_000n });
    expect(of({ discount: true })).toMatchObject({ platform: 18_000n, total: 38_000n });
    expect(of({ referral: true, affiliate: true, discount: true })).toMatchObject({ platform: 8_000n, total: 38_000n });
  });

  test("an affiliate without a referral is refused", () => {
    expect(areFlagsValid({ ...noFlags, affiliate: true })).toBe(false);
    expect(() => feeRates(defaultSchedule, "buy", { ...noFlags, affiliate: true })).toThrow(RangeError);
    expect(flagsFromByte(2)).toBeNull();
  });

  test("flags survive their byte, unknown bits do not", () => {
    fc.assert(
      fc.property(anyFlags, (flags) => {
        expect(flagsFromByte(flagsToByte(flags))).toEqual(flags);
      }),
    );
    for (const byte of [-1, 8, 255, 0.5]) expect(flagsFromByte(byte)).toBeNull();
  });

  test("a budget pays for a value and its fees, and for not one lamport more", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 13n), anyRates, (budget, rates) => {
        const value = valueForBudget(budget, rates);
        expect(value + feesOf(value, rates).total <= budget).toBe(true);
        expect(value + 1n + feesOf(value + 1n, rates).total > budget).toBe(true);
      }),
    );
  });
});
