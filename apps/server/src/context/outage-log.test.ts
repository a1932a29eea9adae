import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOutageLog } from "./outage-log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const open = () => {
  const warn = vi.fn();
  const { report, recovered } = createOutageLog("it is away", 1_000);
  const fail = (times: number, reason = "refused") => {
    for (let index = 0; index < times; index += 1) report({ warn }, new Error(reason));
  };
  /** What was logged: a reason, or a count. */
  const logged = () => warn.mock.calls.map(([{ err, times }]) => err?.message ?? times);
  return { warn, report, recovered, fail, logged };
};

test("the first report of an outage is logged with its error, the rest as a count in each period, and the next outage anew", () => {
  const { fail, logged } = open();
  fail(100);
  vi.advanceTimersByTime(1_000);
  fail(7);
  vi.advanceTimersByTime(5_000);
  fail(1);
  vi.advanceTimersByTime(5_000);
  expect(logged()).toEqual(["refused", 99, 7, "refused"]);
});

test("another reason is logged at once, whatever wraps it, and no more than ten in a period", () => {
  const { warn, report, fail, logged } = open();
  fail(2);
  fail(2, "another encoding");
  report({ warn }, new Error("query 1", { cause: new Error("refused") }));
  report({ warn }, new Error("query 2", { cause: new Error("refused") }));
  expect(logged()).toEqual(["refused", "another encoding"]);
  for (let index = 0; index < 50; index += 1) fail(1, `reason ${index}`);
  expect(logged()).toHaveLength(10);
});

test("after it worked again the same reason is a new outage", () => {
  const { fail, recovered, logged } = open();
  fail(3);
  recovered();
  fail(1);
  vi.advanceTimersByTime(5_000);
  expect(logged()).toEqual(["refused", "refused"]);
});
