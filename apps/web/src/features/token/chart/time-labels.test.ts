import { describe, expect, it } from "vitest";
import { isSeenWhole } from "./time-labels.ts";

const axis = { width: 280, movesFromLeft: false };

describe("a time label", () => {
  it("is shown if it fits, or if its position is unknown", () => {
    expect(isSeenWhole(52, { ...axis, at: 26 })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: 254 })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: null })).toBe(true);
  });

  it("is left out if an edge would cut it", () => {
    expect(isSeenWhole(52, { ...axis, at: 25.5 })).toBe(false);
    expect(isSeenWhole(52, { ...axis, at: 254.5 })).toBe(false);
  });

  it("is shown at the left edge if the library moves it inwards", () => {
    expect(isSeenWhole(52, { ...axis, at: 5, movesFromLeft: true })).toBe(true);
    expect(isSeenWhole(52, { ...axis, at: 270, movesFromLeft: true })).toBe(false);
  });
});
