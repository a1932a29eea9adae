import fc from "fast-check";
import { expect, it } from "vitest";
import { fixedFloat, plainFloat, trimZeros, withPoint } from "./float-text.ts";

it("writes a float in its shortest digits without an exponent", () => {
  const cases: [number, string][] = [
    [1, "1"],
    [0.1, "0.1"],
    [5e-7, "0.0000005"],
    [1.5e21, "1500000000000000000000"],
    [-2.5e-8, "-0.000000025"],
    [-0, "-0"],
    [Number.POSITIVE_INFINITY, "inf"],
    [Number.NEGATIVE_INFINITY, "-inf"],
    [Number.NaN, "NaN"],
  ];
  for (const [value, text] of cases) expect(plainFloat(value)).toBe(text);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(plainFloat(value)).not.toContain("e");
      expect(Number(plainFloat(value))).toBe(value);
    }),
  );
});

it("rounds the exact value to a number of decimals, halves to even", () => {
  expect(fixedFloat(0.5, 0)).toBe("0");
  expect(fixedFloat(1.5, 0)).toBe("2");
  expect(fixedFloat(0.125, 2)).toBe("0.12");
  expect(fixedFloat(0.375, 2)).toBe("0.38");
  expect(fixedFloat(1e22, 2)).toBe("10000000000000000000000.00");
  expect(fixedFloat(5e-324, 3)).toBe("0.000");
  expect(fixedFloat(Number.POSITIVE_INFINITY, 3)).toBe("inf");
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), fc.nat(30), (value, decimals) => {
      // JavaScript rounds halves up: only there may the two differ.
      const tolerance = 10 ** -decimals;
      expect(Math.abs(Number(fixedFloat(value, decimals)) - Number(value.toFixed(decimals)))).toBeLessThanOrEqual(
        tolerance,
      );
      expect(fixedFloat(value, decimals).split(".")[1]?.length ?? 0).toBe(decimals);
    }),
  );
});

it("puts the point into an amount and cuts the zeros after it", () => {
  expect(withPoint(5n, 0)).toBe("5");
  expect(withPoint(5n, 3)).toBe("0.005");
  expect(withPoint(12_300n, 3)).toBe("12.300");
  expect(trimZeros("12.300")).toBe("12.3");
  expect(trimZeros("12.000")).toBe("12");
  expect(trimZeros("1200")).toBe("1200");
  expect(trimZeros("inf")).toBe("inf");
});
