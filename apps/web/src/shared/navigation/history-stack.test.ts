import { describe, expect, it } from "vitest";
import { canGoBack, type HistoryStack, moveHistory } from "./history-stack.ts";

const start: HistoryStack = { past: [], present: "/" };

describe("the in-app history", () => {
  it("has no way back on the page that was opened first", () => {
    expect(canGoBack(start)).toBe(false);
    expect(canGoBack(moveHistory(start, { type: "replace", to: "/you" }))).toBe(false);
  });

  it("goes back to where a push came from", () => {
    const there = moveHistory(start, { type: "push", to: "/wallet" });
    expect(canGoBack(there)).toBe(true);
    expect(moveHistory(there, { type: "back", to: "/" })).toEqual(start);
  });

  it("ignores a push to the page that is shown", () => {
    expect(moveHistory(start, { type: "push", to: "/" })).toBe(start);
  });

  it("keeps the newest 100 entries", () => {
    let stack = start;
    for (let page = 1; page <= 250; page += 1) stack = moveHistory(stack, { type: "push", to: `/user/${page}` });
    expect(stack.past).toHaveLength(100);
    expect(stack.past.at(-1)).toBe("/user/249");
    expect(stack.past[0]).toBe("/user/150");
  });
});
