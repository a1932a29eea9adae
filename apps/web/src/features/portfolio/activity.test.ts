import { describe, expect, it } from "vitest";
import { mergeActivity, nextSource } from "./activity.ts";

const source = (times: readonly number[], hasMore: boolean) => ({
  items: times.map((blockTime) => ({ blockTime })),
  hasMore,
});
const timesOf = (...sources: ReturnType<typeof source>[]) => mergeActivity(sources).map(({ blockTime }) => blockTime);

describe("merging lists of activity", () => {
  it("sorts complete lists into one, the newest first", () => {
    expect(timesOf(source([9, 4, 1], false), source([8, 5], false), source([], false))).toEqual([9, 8, 5, 4, 1]);
  });

  it("shows nothing older than the last loaded item of an incomplete list, so that no line is inserted later", () => {
    expect(timesOf(source([9, 4, 1], false), source([8, 5], true))).toEqual([9, 8, 5]);
    expect(timesOf(source([9, 7], true), source([8, 3], true))).toEqual([9, 8, 7]);
  });

  it("shows nothing while an incomplete list has no item yet", () => {
    expect(timesOf(source([9], false), source([], true))).toEqual([]);
  });

  it("continues with the incomplete list whose last item is the newest", () => {
    expect(nextSource([source([9, 7], true), source([8, 3], true)])).toBe(0);
    expect(nextSource([source([9, 7], false), source([8, 3], true)])).toBe(1);
    expect(nextSource([source([9], true), source([], true)])).toBe(1);
    expect(nextSource([source([9], false), source([8], false)])).toBe(-1);
    expect(nextSource([])).toBe(-1);
  });
});
