import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onTakeOver } from "./service-worker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const takeOver = new Event("controllerchange");

it("loads the page once, however slow that is, when the new worker has taken over", () => {
  const [workers, load] = [new EventTarget(), vi.fn()];
  onTakeOver(workers, load);
  expect(load).not.toHaveBeenCalled();
  workers.dispatchEvent(takeOver);
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(1);
});

it("loads the page without it where it can't take over yet, and not again when it does", () => {
  const [workers, load] = [new EventTarget(), vi.fn()];
  onTakeOver(workers, load);
  vi.runAllTimers();
  workers.dispatchEvent(takeOver);
  expect(load).toHaveBeenCalledTimes(1);
});
