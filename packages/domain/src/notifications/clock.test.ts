import { expect, test } from "vitest";
import { localTime, nextLocalMinute, quietUntil } from "./clock.ts";

const at = (iso: string): number => Date.parse(iso);
const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

test.each([
  ["Europe/Berlin", "2026-07-01T22:30:00Z", "2026-07-02", 30],
  ["America/Los_Angeles", "2026-07-01T06:59:00Z", "2026-06-30", 23 * 60 + 59],
  ["Asia/Kathmandu", "2026-07-01T00:00:00Z", "2026-07-01", 5 * 60 + 45],
])("tells day and minute in %s", (zone, moment, day, minute) => {
  expect(localTime(at(moment), zone)).toEqual({ day, minute });
});

// Nine in the morning, before and after each daylight-saving change.
test.each([
  ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T07:00:00.000Z"],
  ["Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T08:00:00.000Z"],
  ["America/New_York", "2026-03-07T20:00:00Z", "2026-03-08T13:00:00.000Z"],
  ["America/New_York", "2026-10-31T20:00:00Z", "2026-11-01T14:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-04-04T04:00:00Z", "2026-04-04T22:30:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-03T04:00:00Z", "2026-10-03T22:00:00.000Z"],
])("finds the next nine o'clock in %s over a change of the clocks", (zone, from, expected) => {
  expect(iso(nextLocalMinute(at(from), 9 * 60, zone))).toBe(expected);
});

test("the current minute counts as tomorrow's, and a minute that a clock change skips comes as much later", () => {
  expect(iso(nextLocalMinute(at("2026-07-01T09:00:00Z"), 9 * 60, "UTC"))).toBe("2026-07-02T09:00:00.000Z");
  expect(iso(nextLocalMinute(at("2026-03-28T23:30:00Z"), 2 * 60 + 30, "Europe/Berlin"))).toBe(
    "2026-03-29T01:30:00.000Z",
  );
});

test.each([
  ["over midnight, before it", { from: 22 * 60, to: 7 * 60 }, "2026-07-01T22:00:00Z", "2026-07-02T07:00:00.000Z"],
  ["over midnight, after it", { from: 22 * 60, to: 7 * 60 }, "2026-07-02T06:59:30Z", "2026-07-02T07:00:00.000Z"],
  ["over midnight, at its end", { from: 22 * 60, to: 7 * 60 }, "2026-07-02T07:00:00Z", null],
  ["within a day", { from: 12 * 60, to: 13 * 60 }, "2026-07-01T12:15:00Z", "2026-07-01T13:00:00.000Z"],
  ["outside", { from: 12 * 60, to: 13 * 60 }, "2026-07-01T11:59:59Z", null],
  ["all day", { from: 0, to: 0 }, "2026-07-01T11:00:00Z", "2026-07-02T00:00:00.000Z"],
  ["none", null, "2026-07-01T11:00:00Z", null],
])("quiet hours %s", (_name, quiet, now, end) => {
  expect(iso(quietUntil(at(now), quiet, "UTC"))).toBe(end);
});

test("quiet hours are in the person's local time", () => {
  const quiet = { from: 22 * 60, to: 7 * 60 };
  expect(iso(quietUntil(at("2026-07-01T21:00:00Z"), quiet, "Europe/Berlin"))).toBe("2026-07-02T05:00:00.000Z");
  expect(quietUntil(at("2026-07-01T21:00:00Z"), quiet, "America/New_York")).toBeNull();
});
