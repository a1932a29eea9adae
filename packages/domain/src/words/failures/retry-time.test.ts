import { expect, test } from "vitest";
import { retryTime } from "./retry-time.ts";

const at = (hours: number, minutes: number, seconds = 0): number =>
  new Date(2026, 10, 29, hours, minutes, seconds).getTime();
const clock = (time: number): string => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(time);

test.each([
  [1, "Try again in 1 s."],
  [39.2, "Try again in 40 s."],
  [59, "Try again in 59 s."],
])("a wait of %s s is told in seconds", (seconds, words) => {
  expect(retryTime(seconds, at(16, 9))).toBe(words);
});

test("from a minute on a time of day is told, never one at which it is still too early", () => {
  expect(retryTime(60, at(16, 8))).toBe(`Try again at ${clock(at(16, 9))}.`);
  expect(retryTime(3_015, at(16, 18, 20))).toBe(`Try again at ${clock(at(17, 9))}.`);
  expect(retryTime(59.5, at(16, 8))).toBe(`Try again at ${clock(at(16, 9))}.`);
});

test("another day is named", () => {
  const tomorrow = at(16, 8) + 86_400_000;
  const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" }).format(tomorrow);
  expect(retryTime(86_400, at(16, 8))).toBe(`Try again on ${day} at ${clock(tomorrow)}.`);
});
