import { describe, expect, it } from "vitest";
import { canGoBack, type HistoryPlace, moveTo } from "./history-place.ts";

const start: HistoryPlace = { index: 0, newest: 0 };

describe("the in-app history", () => {
  it("has no way back on the page that was opened first", () => {
    expect(canGoBack(start)).toBe(false);
    expect(canGoBack(moveTo(moveTo(start, 1, true), 0, false))).toBe(false);
  });

  it("has a way back after a new page, and after the way forward as after the way back", () => {
    const third = moveTo(moveTo(start, 1, true), 2, true);
    const back = moveTo(third, 1, false);
    expect(canGoBack(back)).toBe(true);
    expect(moveTo(back, 2, false)).toEqual(third);
    // A jump of two pages back and forward again.
    const first = moveTo(third, 0, false);
    expect(canGoBack(first)).toBe(false);
    expect(canGoBack(moveTo(first, 2, false))).toBe(true);
  });

  it("counts the newest 100 pages, from the last one that was opened", () => {
    const many = moveTo(start, 250, true);
    expect([canGoBack(moveTo(many, 151, false)), canGoBack(moveTo(many, 150, false))]).toEqual([true, false]);
    expect(canGoBack(moveTo(moveTo(many, 150, false), 151, true))).toBe(true);
  });
});
