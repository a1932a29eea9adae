import fc from "fast-check";
import { expect, test } from "vitest";
import { impliedSlippageBps, slippageLevel } from "./slippage.ts";

test("the implied slippage is (quote − minimum) / quote, rounded down, and never below zero", () => {
  expect(impliedSlippageBps(1_000n, 950n)).toBe(500);
  expect(impliedSlippageBps(1_000_001n, 950_000n)).toBe(500);
  expect(impliedSlippageBps(3n, 2n)).toBe(3_333);
  expect(impliedSlippageBps(10n, 11n)).toBe(0);
  expect(impliedSlippageBps(2n ** 64n - 1n, 0n)).toBe(10_000);
  expect(() => impliedSlippageBps(0n, 0n)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 64n), fc.bigInt(0n, 2n ** 64n), (quote, minimum) => {
      const bps = BigInt(impliedSlippageBps(quote, minimum));
      const less = quote > minimum ? quote - minimum : 0n;
      expect(bps * quote <= less * 10_000n && (bps + 1n) * quote > less * 10_000n).toBe(true);
    }),
  );
});

test("it warns above 5 %, and asks for a typed word above 25 %", () => {
  expect([0, 500, 501, 2_500, 2_501, 10_000].map(slippageLevel)).toEqual([
    ...["fine", "fine", "warning", "warning", "typed", "typed"],
  ]);
});
