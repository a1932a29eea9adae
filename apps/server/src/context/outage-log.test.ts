import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOutageLog } from "./outage-log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the first report of an outage is logged with its error, the rest as a count in each period, and the next outage anew", () => {
  const warn = vi.fn();
  const { report } = createOutageLog("it is away", 1_000);
  const fail = (times: number) => {
    for (let index = 0; index < times; index += 1) report({ warn }, "reason");
  };
  fail(100);
  vi.advanceTimersByTime(1_000);
  fail(7);
  vi.advanceTimersByTime(5_000);
  fail(1);
  vi.advanceTimersByTime(5_000);
  expect(warn.mock.calls).toEqual([
    [{ err: "reason" }, "it is away"],
    [{ times: 99 }, "it is away"],
    [{ times: 7 }, "it is away"],
    [{ err: "reason" }, "it is away"],
  ]);
});
