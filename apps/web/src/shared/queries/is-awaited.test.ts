import { expect, it } from "vitest";
import { isAwaited, isEarlier, noteEarlier } from "./is-awaited.ts";

const asking = { isFetching: true, failureCount: 0, errorUpdateCount: 0, dataUpdatedAt: 0 };
const earlier = Date.now() - 60_000;
noteEarlier(earlier);

it("waits for a first answer, and for one from before this page until it was asked for anew", () => {
  expect(isAwaited(asking)).toBe(true);
  expect(isAwaited({ ...asking, dataUpdatedAt: earlier })).toBe(true);
  expect(isAwaited({ ...asking, dataUpdatedAt: Date.now() })).toBe(false);
  expect(isAwaited({ ...asking, isFetching: false, dataUpdatedAt: earlier })).toBe(false);
});

it("shows what there is once asking has failed, also while it is asked again", () => {
  expect(isAwaited({ ...asking, dataUpdatedAt: earlier, failureCount: 1 })).toBe(false);
  expect(isAwaited({ ...asking, dataUpdatedAt: earlier, errorUpdateCount: 1 })).toBe(false);
});

it("takes an answer of this page for one, also when the clock was set back since the page was opened", () => {
  const dataUpdatedAt = performance.timeOrigin - 3_600_000;
  expect(isAwaited({ ...asking, dataUpdatedAt })).toBe(false);
  expect(isEarlier({ dataUpdatedAt })).toBe(false);
});
