import { expect, test } from "vitest";
import { impactLevel } from "./impact.ts";

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
