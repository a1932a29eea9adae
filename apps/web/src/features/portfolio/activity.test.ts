import { describe, expect, it } from "vitest";
import { mergeActivity, nextSource } from "./activity.ts";

const source = (times: readonly number[], hasMore: boolean) => ({
  items: times.map((blockTime) => ({ blockTime })),
  hasMore,
});
const timesOf = (...sources: ReturnType<typeof source>[]) => mergeActivity(sources).map(({ blockTime }) => blockTime);

describe("activity of several kinds as one list", () => {
  it("is one list with the newest first when all of it is known", () => {
    expect(timesOf(source([9, 4, 1], false), source([8, 5], false), source([], false))).toEqual([9, 8, 5, 4, 1]);
  });

  it("shows nothing older than what a list that goes on has told, so that no line comes in between later", () => {
    expect(timesOf(source([9, 4, 1], false), source([8, 5], true))).toEqual([9, 8, 5]);
    expect(timesOf(source([9, 7], true), source([8, 3], true))).toEqual([9, 8, 7]);
  });

  it("shows nothing at all while a list has not told its first", () => {
    expect(timesOf(source([9], false), source([], true))).toEqual([]);
  });

  it("asks on where the list stands that ends first", () => {
    expect(nextSource([source([9, 7], true), source([8, 3], true)])).toBe(0);
    expect(nextSource([source([9, 7], false), source([8, 3], true)])).toBe(1);
    expect(nextSource([source([9], true), source([], true)])).toBe(1);
    expect(nextSource([source([9], false), source([8], false)])).toBe(-1);
    expect(nextSource([])).toBe(-1);
  });
});
