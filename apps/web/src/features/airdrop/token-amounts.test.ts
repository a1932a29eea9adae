import { expect, it } from "vitest";
import { readUnits, showUnits, typedDecimals, typeUnitsDown, typeUnitsUp } from "./token-amounts.ts";

it("formats amounts with at most three decimals, rounded down", () => {
  expect(showUnits(1_234_567n, 6)).toBe("1.234");
  expect(showUnits(1_234_567_899n, 9)).toBe("1.234");
  expect(showUnits(7n, 0)).toBe("7");
  expect(typedDecimals(6)).toBe(3);
  expect(typedDecimals(0)).toBe(0);
  expect(typeUnitsDown(1_234_567n, 6)).toBe("1.234");
  expect(typeUnitsDown(7n, 0)).toBe("7");
});

it("rounds up a required amount", () => {
  expect(typeUnitsUp(1_234_001n, 6)).toBe("1.235");
  expect(typeUnitsUp(1_234_000n, 6)).toBe("1.234");
});

it("reads a typed amount in base units, and null from an invalid one", () => {
  expect(readUnits("1.5", 6)).toBe(1_500_000n);
  expect(readUnits("1.5", 9)).toBe(1_500_000_000n);
  expect(readUnits("7", 0)).toBe(7n);
  expect(readUnits("", 6)).toBe(0n);
  expect(readUnits("1.5", 0)).toBeNull();
  for (const wrong of ["a", "-1", "1e5"]) expect(readUnits(wrong, 6), wrong).toBeNull();
});
