import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { capAmountInput, sanitizeAmountInput } from "./amount-input.ts";
import {
  clampSlippageBps,
  formatAmount,
  formatBps,
  formatBpsUp,
  formatCost,
  formatExact,
  formatInputDown,
  formatInputUp,
  parseAmount,
  percentOf,
  shortenAddress,
} from "./amounts.ts";

describe("typing an amount", () => {
  const type = (text: string) => [...text].reduce((before, key) => sanitizeAmountInput(before + key, before), "");
  test.each([
    ["", ""],
    [".", "0."],
    [".5", "0.5"],
    ["1.23456", "1.2345"],
    ["1,5", "1.5"],
    ["1,000", "1.000"],
    ["1 000", "1000"],
    ["-12", "12"],
    ["007", "7"],
    ["0", "0"],
    ["00.10", "0.10"],
    ["１５", "15"],
    ["１．５", "1.5"],
    ["１，５", "1.5"],
    ["１。５", "1.5"],
    ["٣٫٥", "3.5"],
    ["٣،٥", "3.5"],
    ["۱۲", "12"],
    ["۱۲٫۵", "12.5"],
    ["१२.५", "12.5"],
    ["১২", "12"],
    ["๑๒", "12"],
    ["𝟏𝟐", "12"],
  ])("%j key by key becomes %j", (typed, kept) => {
    expect(type(typed)).toBe(kept);
  });

  test.each(["1e", "1.2.", "1.2,", "1-", "12 SOL", "½"])("%j leaves the amount unchanged", (typed) => {
    expect(sanitizeAmountInput(typed, "7.5")).toBe("7.5");
  });

  test.each(["abc", "1e", "1.2.", "-1"])("%j is kept where the form says that it is no number", (typed) => {
    expect(sanitizeAmountInput(typed, "7.5", { keepsInvalid: true })).toBe(typed);
    expect(sanitizeAmountInput("x".repeat(1_000), "7.5", { keepsInvalid: true })).toHaveLength(40);
    expect(sanitizeAmountInput("1,5", "1", { keepsInvalid: true })).toBe("1.5");
    // Dropping the dot would make 15 of it by the next key.
    for (const typed of ["1.", "1.5", "1,5"])
      expect(sanitizeAmountInput(typed, "1", { decimals: 0, keepsInvalid: true })).toBe(typed.replace(",", "."));
  });

  test.each([true, false])("anything becomes a readable amount, or nothing (pasted: %s)", (atOnce) => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,' e１٣۵．،٫٬。\u200F") }));
    fc.assert(
      fc.property(texts, (typed) => {
        const kept = sanitizeAmountInput(typed, "", { atOnce });
        expect(kept === "" || parseAmount(kept) !== null).toBe(true);
        expect(sanitizeAmountInput(kept, "", { atOnce })).toBe(kept);
      }),
    );
  });

  test("whole numbers have no dot", () => {
    expect(sanitizeAmountInput("12.", "12", { decimals: 0 })).toBe("12");
    expect(sanitizeAmountInput("12.5", "", { decimals: 0, atOnce: true })).toBe("12");
    expect(sanitizeAmountInput("1,000", "", { decimals: 0, atOnce: true })).toBe("1000");
  });

  test("an amount above the cap becomes the cap", () => {
    expect(capAmountInput("100000.1", 100_000n)).toBe("100000");
    expect(capAmountInput("99999.9999", 100_000n)).toBe("99999.9999");
    expect(capAmountInput("", 100_000n)).toBe("");
  });
});

describe("pasting an amount", () => {
  const paste = (text: string) => sanitizeAmountInput(text, "7.5", { atOnce: true });
  test.each([
    ["1,234.567", "1234.567"],
    ["1.234,5", "1234.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1.234.567,25", "1234567.25"],
    ["12,34,567.8", "1234567.8"],
    ["1 234,5", "1234.5"],
    ["1’234.5", "1234.5"],
    ["1,000", "1000"],
    ["１，２３４．５", "1234.5"],
    ["１，０００", "1000"],
    ["　１ ２３４ ", "1234"],
    ["١٬٢٣٤٫٥", "1234.5"],
    ["۱٬۲۳۴٬۵۶۷", "1234567"],
    ["\u200F٣٫٥\u200F", "3.5"],
    ["\u2068१२,३४,५६७.८\u2069", "1234567.8"],
    ["三", "7.5"],
    ["½", "7.5"],
    ["Ⅻ", "7.5"],
    ["①", "7.5"],
    ["²", "7.5"],
    ["100,000", "100000"],
    ["1.000", "1.000"],
    ["1,00", "1.00"],
    ["0,123", "0.123"],
    ["1234,567", "1234.567"],
    ["1,5", "1.5"],
    [" .5 ", "0.5"],
    ["", ""],
  ])("%j becomes %j", (pasted, kept) => {
    expect(paste(pasted)).toBe(kept);
  });

  test.each(["1e5", "12 SOL", "-12", "1.2.3", "1,23.4", "1,,000", "1,234.567,8", "0x10"])(
    "%j leaves the amount as it was",
    (pasted) => {
      expect(paste(pasted)).toBe("7.5");
    },
  );

  test("an amount that this app has formatted is read back, cut to four decimals", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.boolean(), (units, grouped) => {
        const shown = formatAmount(units, { significant: 9, grouped });
        expect(parseAmount(paste(shown))).toBe((units / 100_000n) * 100_000n);
      }),
    );
  });

  test("a shortened amount is read back as far as it is written", () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 9n, 2n ** 64n - 1n), (units) => {
        expect(paste(formatAmount(units))).toBe(formatAmount(units, { grouped: false }));
      }),
    );
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
  test("an amount too small for the decimals is not shown as zero", () => {
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
  test.each([
    [133_914_584n, "0.134"],
    [142_694_393n, "0.1427"],
    [2_074_080n, "0.002075"],
    [4_489_123_456n, "4.4892"],
    [999_999_999n, "1"],
    [1n, "0.000000001"],
    [0n, "0"],
  ])("a cost of %d lamports is %s SOL", (units, shown) => {
    expect(formatCost(units)).toBe(shown);
  });
  test("a cost is never shown as less than it is, nor as more than its last place", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (units) => {
        const shown = parseAmount(formatCost(units).replaceAll(",", ""));
        if (shown === null) throw new Error("a cost is readable");
        expect(shown >= units && (shown - units) * 1_000n <= units).toBe(true);
      }),
    );
  });
  test("of two costs in one line the larger never looks smaller", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 10n ** 7n), (now, more) => {
        const [less, most] = [now, now + more].map((units) => parseAmount(formatCost(units).replaceAll(",", "")));
        expect((less ?? 0n) <= (most ?? 0n)).toBe(true);
      }),
    );
  });
  test("thresholds are rounded up, holdings are cut", () => {
    expect(formatInputUp(10_000_000_001n)).toBe("10.0001");
    expect(formatInputUp(10_000_000_000n)).toBe("10");
    expect(formatInputDown(10_999_999_999n)).toBe("10.9999");
  });
});

test("shares of a holding never exceed it", () => {
  expect([25, 50, 100].map((percent) => percentOf(1_001n, percent))).toEqual([250n, 500n, 1_001n]);
});

test("slippage is kept within its bounds", () => {
  expect([-1, 0, 500.4, 500.6, 10_001, Number.NaN].map((value) => clampSlippageBps(value, 500))).toEqual([
    0, 0, 500, 501, 10_000, 500,
  ]);
  expect([500, 210, 25, 10_000, 0].map(formatBps)).toEqual(["5%", "2.1%", "0.25%", "100%", "0%"]);
  expect([499, 500, 501, 468, 25, 1, 0].map(formatBpsUp)).toEqual(["5%", "5%", "5.1%", "4.7%", "0.3%", "0.1%", "0%"]);
});

test("addresses longer than 6 keep 3 characters at each side", () => {
  expect(shortenAddress("So11111111111111111111111111111111111111112")).toBe("So1…112");
  expect(shortenAddress("abcdef")).toBe("abcdef");
});
