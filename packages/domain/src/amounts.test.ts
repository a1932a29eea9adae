import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  capAmountInput,
  clampSlippageBps,
  formatAmount,
  formatBps,
  formatExact,
  formatInputDown,
  formatInputUp,
  parseAmount,
  percentOf,
  sanitizeAmountInput,
  shortenAddress,
} from "./amounts.ts";

describe("typing an amount", () => {
  test.each([
    ["", ""],
    [".", "0."],
    [".5", "0.5"],
    ["1.23456", "1.2345"],
    ["1.2.3", "1.23"],
    ["1,5", "1.5"],
    ["-12 SOL", "12"],
    ["007", "7"],
    ["0", "0"],
    ["00.10", "0.10"],
    ["1e5", "15"],
  ])("%j becomes %j", (typed, kept) => {
    expect(sanitizeAmountInput(typed)).toBe(kept);
  });

  test("anything typed becomes something that can be read, or nothing", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const kept = sanitizeAmountInput(typed);
        expect(kept === "" || parseAmount(kept) !== null).toBe(true);
        expect(sanitizeAmountInput(kept)).toBe(kept);
      }),
    );
  });

  test("whole numbers have no dot", () => {
    expect(sanitizeAmountInput("12.5", 0)).toBe("12");
  });

  test("what is above the cap becomes the cap", () => {
    expect(capAmountInput("100000.1", 100_000n)).toBe("100000");
    expect(capAmountInput("99999.9999", 100_000n)).toBe("99999.9999");
    expect(capAmountInput("", 100_000n)).toBe("");
  });
});

describe("reading an amount", () => {
  test.each([
    ["1", 1_000_000_000n],
    ["0.000000001", 1n],
    [".5", 500_000_000n],
    ["2.", 2_000_000_000n],
    [" 3 ", 3_000_000_000n],
  ])("%j is %d base units", (text, units) => {
    expect(parseAmount(text)).toBe(units);
  });
  test.each(["", ".", "1.0000000001", "1,5", "-1", "1e3", "0x1", "NaN", "1.2.3"])("%j is no amount", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
  test("an exact text reads back as the same amount", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (units) => {
        expect(parseAmount(formatExact(units))).toBe(units);
      }),
    );
  });
});

describe("showing an amount", () => {
  test.each([
    [0n, "0"],
    [1n, "0.000000001"],
    [225_000n, "0.000225"],
    [123_456_789n, "0.123"],
    [1_000_000_000n, "1"],
    [1_234_567_891_234n, "1,234.567"],
    [12_000_000_000n, "12"],
    [-1_500_000_000n, "-1.5"],
  ])("%d is %s", (units, shown) => {
    expect(formatAmount(units)).toBe(shown);
  });
  test("what is too small for the decimals is not called nothing", () => {
    expect(formatAmount(1n, { decimals: 3 })).toBe("<0.001");
    expect(formatAmount(1n, { decimals: 0 })).toBe("<1");
  });
  test("never shows more than there is", () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 9n, 2n ** 64n - 1n), (units) => {
        const shown = parseAmount(formatAmount(units, { grouped: false }));
        expect(shown !== null && shown <= units).toBe(true);
      }),
    );
  });
  test("thresholds are rounded up, holdings cut", () => {
    expect(formatInputUp(10_000_000_001n)).toBe("10.0001");
    expect(formatInputUp(10_000_000_000n)).toBe("10");
    expect(formatInputDown(10_999_999_999n)).toBe("10.9999");
  });
});

test("shares of a holding never exceed it", () => {
  expect([25, 50, 100].map((percent) => percentOf(1_001n, percent))).toEqual([250n, 500n, 1_001n]);
});

test("slippage is kept within its bounds", () => {
  expect([-1, 0, 500.4, 10_001, Number.NaN].map((value) => clampSlippageBps(value, 500))).toEqual([
    0, 0, 500, 10_000, 500,
  ]);
  expect([500, 210, 25, 10_000, 0].map(formatBps)).toEqual(["5%", "2.1%", "0.25%", "100%", "0%"]);
});

test("addresses longer than 6 keep 3 characters at each side", () => {
  expect(shortenAddress("So11111111111111111111111111111111111111112")).toBe("So1…112");
  expect(shortenAddress("abcdef")).toBe("abcdef");
});
