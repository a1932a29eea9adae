import { describe, expect, it } from "vitest";
import { isSeenWhole } from "./time-labels.ts";

const axis = { width: 280, movesFromLeft: false };

describe("a label below the chart", () => {
  it("is written where all of it is seen", () => {
    expect(isSeenWhole(52, { ...axis, at: 26 })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: 254 })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: null })).toBe(true);
  });

  it("is left out where an edge would cut it", () => {
    expect(isSeenWhole(52, { ...axis, at: 25.5 })).toBe(false);
    expect(isSeenWhole(52, { ...axis, at: 254.5 })).toBe(false);
  });

  it("is written at the beginning where it is moved inwards", () => {
    expect(isSeenWhole(52, { ...axis, at: 5, movesFromLeft: true })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: 270, movesFromLeft: true })).toBe(false);
  });
});
