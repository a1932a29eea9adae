import { expect, test } from "vitest";
import { createServerClock } from "./server-clock.ts";

const noon = Date.parse("2026-11-28T12:00:00Z");
const day = 86_400_000;

/** A device whose clock is wrong by `off`, and a server that answers at its own time. */
const device = (off: number) => {
  let [time, elapsed, set] = [noon, 500, off];
  const clock = createServerClock(undefined, { now: () => time + set, elapsed: () => elapsed });
  return {
    clock,
    /** How far the clock is from the server's time. */
    error: () => clock.now() - time,
    answer: (roundTripMs = 200) => {
      const sentAt = time + set;
      time += roundTripMs;
      elapsed += roundTripMs;
      clock.correct(new Date(time).toUTCString(), sentAt);
    },
    setBy: (ms: number) => {
      set += ms;
    },
    /** Most devices stop the second clock meanwhile. */
    sleep: (ms: number) => {
      time += ms;
    },
  };
};

test.each([
  ["ten minutes fast", 600_000],
  ["three days slow", -3 * day],
  ["a year fast", 365 * day],
  ["two minutes slow", -120_000],
])("a device's clock that is %s is corrected by the first answer", (_how, off) => {
  const { answer, error } = device(off);
  expect(error()).toBe(off);
  answer();
  expect(Math.abs(error())).toBeLessThan(1_000);
});

test("a clock that may be right is left alone: an answer names whole seconds, and may take long", () => {
  for (const [off, took] of [
    [0, 200],
    [25_000, 200],
    [-25_000, 19_000],
    [0, 3_600_000],
  ] as const) {
    const { answer, error } = device(off);
    answer(took);
    expect(error()).toBe(off);
  }
});

test("after a refusal the server's time counts, however near ours seems, and an answer without a time changes nothing", () => {
  const { clock, error } = device(10_000);
  expect(clock.correct(null, noon)).toBe(false);
  expect(clock.correct("yesterday")).toBe(false);
  expect(error()).toBe(10_000);
  expect(clock.correct(new Date(noon).toUTCString())).toBe(true);
  expect(error()).toBe(0);
});

test("a clock that was set since the last answer is in doubt until the next one corrects it; so is one after a sleep", () => {
  for (const by of [600_000, -3 * day]) {
    const { clock, answer, error, setBy } = device(0);
    answer();
    expect(clock.isInDoubt()).toBe(false);
    setBy(by);
    expect(clock.isInDoubt()).toBe(true);
    answer();
    expect(clock.isInDoubt()).toBe(false);
    expect(Math.abs(error())).toBeLessThan(1_000);
  }
  const { clock, answer, error, sleep } = device(0);
  answer();
  sleep(8 * 3_600_000);
  expect(clock.isInDoubt()).toBe(true);
  answer();
  expect([clock.isInDoubt(), error()]).toEqual([false, 0]);
});
