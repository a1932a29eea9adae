import { expect, it } from "vitest";
import { holdersFileName } from "./export-file.ts";

const at = new Date("2026-11-22T23:59:59.999Z");

it.each([
  ["ANN", "holders", "ANN-holders-2026-11-22.csv"],
  ["ÄPF", "members", "ÄPF-members-2026-11-22.csv"],
  ["../a\\b:c", "holders", "a-b-c-holders-2026-11-22.csv"],
  ["***", "members", "tribe-members-2026-11-22.csv"],
] as const)("names the file of %s's %s", (symbol, who, name) => {
  expect(holdersFileName(symbol, who, at)).toBe(name);
});
