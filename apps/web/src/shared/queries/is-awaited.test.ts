import { expect, it } from "vitest";
import { isAwaited } from "./is-awaited.ts";

const asking = { isFetching: true, failureCount: 0, errorUpdateCount: 0, dataUpdatedAt: 0 };
const opened = performance.timeOrigin;

it("waits for a first answer, and for one from before this page until it was asked for anew", () => {
  expect(isAwaited(asking)).toBe(true);
  expect(isAwaited({ ...asking, dataUpdatedAt: opened - 1 })).toBe(true);
  expect(isAwaited({ ...asking, dataUpdatedAt: opened + 1 })).toBe(false);
  expect(isAwaited({ ...asking, isFetching: false, dataUpdatedAt: opened - 1 })).toBe(false);
});

it("shows what there is once asking has failed, also while it is asked again", () => {
  expect(isAwaited({ ...asking, dataUpdatedAt: opened - 1, failureCount: 1 })).toBe(false);
  expect(isAwaited({ ...asking, dataUpdatedAt: opened - 1, errorUpdateCount: 1 })).toBe(false);
});
