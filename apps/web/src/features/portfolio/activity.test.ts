import { describe, expect, it } from "vitest";
import type { Earning } from "../earnings/index.ts";
import { type Activity, foldEarnings, mergeActivity, nextSource } from "./activity.ts";

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

describe("folding what was earned", () => {
  const earned = (mint: string, blockTime: number): Activity => ({
    kind: "earning",
    blockTime,
    earning: { mint, blockTime } as unknown as Earning, // nothing else of it is read
  });
  const sent = (blockTime: number) => ({ kind: "transfer", blockTime, transfer: {} }) as unknown as Activity; // as above
  const dayOf = (blockTime: number) => `day ${Math.floor(blockTime / 100)}`;
  const shown = (items: readonly Activity[]) =>
    foldEarnings(items, dayOf).map((row) =>
      row.kind === "event" ? row.activity.blockTime : [row.day, ...row.earnings.map(({ blockTime }) => blockTime)],
    );

  it("is one row for a Tribe and day, where the newest was, and leaves a single one and everything else", () => {
    const items = [earned("a", 250), sent(240), earned("b", 230), earned("a", 220), earned("a", 190), earned("b", 120)];
    expect(shown(items)).toEqual([["day 2", 250, 220], 240, 230, 190, 120]);
    expect(shown([])).toEqual([]);
  });
});
