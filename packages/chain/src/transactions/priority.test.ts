import { priorityFeeCeilingMicroLamports } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { priorityLevels, priorityPrice } from "./priority.ts";

describe("the priority price", () => {
  const recent = [9n, 1n, 5n, 3n, 7n, 2n, 8n, 4n, 6n, 0n];

  test("is a higher percentile of the recent prices for a higher level, in any order", () => {
    expect(priorityLevels.map((level) => priorityPrice(recent, level))).toEqual([2n, 5n, 9n]);
  });

  test("is zero without recent prices", () => {
    expect(priorityPrice([], "high")).toBe(0n);
  });

  test("never exceeds the ceiling", () => {
    expect(priorityPrice([priorityFeeCeilingMicroLamports * 40n], "low")).toBe(priorityFeeCeilingMicroLamports);
  });
});
