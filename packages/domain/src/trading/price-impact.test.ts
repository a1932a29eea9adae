import { expect, test } from "vitest";
import { formatImpact, impactLevel } from "./price-impact.ts";

test.each([
  [null, "fine"],
  [0, "fine"],
  [499, "fine"],
  [500, "high"],
  [1_499, "high"],
  [1_500, "extreme"],
  [70_300, "extreme"],
] as const)("an impact of %s basis points is %s", (bps, level) => {
  expect(impactLevel(bps)).toBe(level);
});

test.each([
  [0, "0%"],
  [499, "4.99%"],
  [9_900, "99%"],
  [9_901, "100%"],
  [23_456, "235%"],
  [100_000, "1,000%"],
  [100_001, "> 1,000%"],
  [827_881, "> 1,000%"],
] as const)("an impact of %s basis points is shown as %s", (bps, text) => {
  expect(formatImpact(bps)).toBe(text);
});
