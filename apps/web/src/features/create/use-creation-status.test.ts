import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pollCreation } from "./use-creation-status.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("asks how a creation stands every 3 s until it is told to stop", () => {
  const ask = vi.fn();
  const stop = pollCreation(ask);
  vi.advanceTimersByTime(2_999);
  expect(ask).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(6_001);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(9_000);
  expect(ask).toHaveBeenCalledTimes(3);
});
