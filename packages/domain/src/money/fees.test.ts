import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyFlags, anyRates, defaultSchedule } from "../testing.ts";
import {
  areFlagsValid,
  feeRates,
  feesOf,
  flagsFromByte,
  flagsToByte,
  inviterBps,
  noFlags,
  valueForBudget,
} from "./fees.ts";

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

  test("referral and affiliate are paid from the platform's share, a discount goes to the trader", () => {
    const of = (flags: Partial<typeof noFlags>) =>
      feesOf(1_000_000n, feeRates(defaultSchedule, "buy", { ...noFlags, ...flags }));
    expect(of({ referral: true })).toMatchObject({ platform: 14_000n, referral: 6_000n, total: 40_000n });
    expect(of({ referral: true, affiliate: true })).toMatchObject({ platform: 10_000n, referral: 10_000n });
    expect(of({ discount: true })).toMatchObject({ platform: 18_000n, total: 38_000n });
    expect(of({ referral: true, affiliate: true, discount: true })).toMatchObject({ platform: 8_000n, total: 38_000n });
  });

  test("a discount subtracts 20 · 10,000 / 400 basis points of the fees", () => {
    const { total } = feesOf(1_000_000n, feeRates(defaultSchedule, "buy", noFlags));
    const { total: discounted } = feesOf(1_000_000n, feeRates(defaultSchedule, "buy", { ...noFlags, discount: true }));
    expect(((total - discounted) * 10_000n) / total).toBe((20n * 10_000n) / 400n);
  });

  test("an affiliate without a referral is refused", () => {
    expect(areFlagsValid({ ...noFlags, affiliate: true })).toBe(false);
    expect(() => feeRates(defaultSchedule, "buy", { ...noFlags, affiliate: true })).toThrow(RangeError);
    expect(flagsFromByte(2)).toBeNull();
  });

  test("a schedule whose shares exceed the platform's rate has no rates, as in the program", () => {
    const flags = { referral: true, affiliate: true, discount: true };
    const schedule = { ...defaultSchedule, platformBuyBps: defaultSchedule.affiliateBps + defaultSchedule.discountBps };
    expect(feeRates(schedule, "buy", flags).platformBps).toBe(0);
    const tooLow = { ...schedule, platformBuyBps: schedule.platformBuyBps - 1 };
    expect(() => feeRates(tooLow, "buy", flags)).toThrow(RangeError);
    expect(feeRates(tooLow, "buy", noFlags).platformBps).toBe(tooLow.platformBuyBps);
  });

  test("an inviter gets of a trade what they are told", () => {
    for (const side of ["buy", "sell"] as const)
      expect(feeRates(defaultSchedule, side, { ...noFlags, referral: true }).referralBps).toBe(
        inviterBps(defaultSchedule),
      );
  });

  test("flags survive encoding to a byte, unknown bits do not", () => {
    fc.assert(
      fc.property(anyFlags, (flags) => {
        expect(flagsFromByte(flagsToByte(flags))).toEqual(flags);
      }),
    );
    for (const byte of [-1, 8, 255, 0.5]) expect(flagsFromByte(byte)).toBeNull();
  });

  test("a budget pays for a value and its fees, to the last lamport", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 13n), anyRates, (budget, rates) => {
        const value = valueForBudget(budget, rates);
        expect(value + feesOf(value, rates).total <= budget).toBe(true);
        expect(value + 1n + feesOf(value + 1n, rates).total > budget).toBe(true);
      }),
    );
  });
});
