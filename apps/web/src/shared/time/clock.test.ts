import { expect, test } from "vitest";
import { clockTime, dayName } from "./clock.ts";

const now = new Date(2026, 2, 1, 9, 5).getTime();
const before = (hours: number) => now - hours * 3_600_000;

test("a day is named by how near it is, also over the end of a month", () => {
  expect(dayName(before(9), now)).toBe("Today");
  expect(dayName(before(10), now)).toBe("Yesterday");
  expect(dayName(before(33), now)).toBe("Yesterday");
  expect(dayName(before(34), now)).toMatch(/27/);
});

test("a time is written as the locale writes it everywhere: '9:05 AM', '09:05'", () => {
  expect(clockTime(now)).toBe(new Date(now).toLocaleTimeString(undefined, { timeStyle: "short" }));
});
