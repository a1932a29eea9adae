import { lamports } from "@tribe/contract";
import { expect, test } from "vitest";
import { changeInBps, isSummaryWorthSending, nextSummaryAt, type SummaryHolding } from "./summary.ts";

const at = (iso: string): number => Date.parse(iso);
const iso = (moment: number): string => new Date(moment).toISOString();

/** Times of the summaries when each is sent at once, day after day. */
const week = (from: string, timeZone: string, days: number): string[] => {
  const sent: string[] = [];
  let last: number | null = null;
  let now = at(from);
  for (let day = 0; day < days; day += 1) {
    now = nextSummaryAt(now, last, { summaryHour: 9, timeZone });
    last = now;
    sent.push(iso(now));
  }
  return sent;
};

test.each([
  // Clocks go forward on the 29th, and back on the 25th of October.
  ["Europe/Berlin", "2026-03-27T12:00:00Z", ["2026-03-28T08", "2026-03-29T07", "2026-03-30T07"]],
  ["Europe/Berlin", "2026-10-23T12:00:00Z", ["2026-10-24T07", "2026-10-25T08", "2026-10-26T08"]],
  ["America/New_York", "2026-03-06T20:00:00Z", ["2026-03-07T14", "2026-03-08T13", "2026-03-09T13"]],
  ["America/New_York", "2026-10-30T20:00:00Z", ["2026-10-31T13", "2026-11-01T14", "2026-11-02T14"]],
  ["Australia/Lord_Howe", "2026-04-03T12:00:00Z", ["2026-04-03T22", "2026-04-04T22:30", "2026-04-05T22:30"]],
  ["Australia/Lord_Howe", "2026-10-02T12:00:00Z", ["2026-10-02T22:30", "2026-10-03T22", "2026-10-04T22"]],
])("in %s one comes each day at nine, over a change of the clocks from %s on", (zone, from, expected) => {
  expect(week(from, zone, 3)).toEqual(expected.map((hour) => iso(at(hour.length > 13 ? `${hour}Z` : `${hour}:00Z`))));
});

test.each([
  // Sent at nine in Berlin: three in the morning in New York, midnight in Los Angeles, four in the afternoon in Tokyo.
  ["New York", "America/New_York", "2026-07-02T13:00:00.000Z"],
  ["Los Angeles", "America/Los_Angeles", "2026-07-02T16:00:00.000Z"],
  ["Tokyo", "Asia/Tokyo", "2026-07-02T00:00:00.000Z"],
])(
  "who moves from Berlin to %s gets the next one at nine there, and no second one within half a day",
  (_to, zone, next) => {
    const sent = at("2026-07-01T07:00:00Z");
    expect(iso(nextSummaryAt(sent + 60_000, sent, { summaryHour: 9, timeZone: zone }))).toBe(next);
  },
);

const holding = (changeBps: number): SummaryHolding => ({
  name: "Ash",
  symbol: "ASH",
  price: lamports(1n),
  changeBps,
  route: "/",
});

test.each([
  ["nothing at all", 0, [], false],
  ["prices that hardly moved", 0, [999, -999], false],
  ["a price that rose by a tenth", 0, [0, 1_000], true],
  ["a price that fell by a tenth", 0, [-1_000], true],
  ["something unread", 1, [], true],
])("of %s a summary is worth sending or not", (_name, unread, changes, expected) => {
  expect(isSummaryWorthSending(unread, changes.map(holding))).toBe(expected);
});

test("a price is compared with the day before; without one its change is zero", () => {
  expect(changeInBps(110n, 100n)).toBe(1_000);
  expect(changeInBps(50n, 100n)).toBe(-5_000);
  expect(changeInBps(100n, null)).toBe(0);
  expect(changeInBps(100n, 0n)).toBe(0);
});

test("keeps half a day between summaries even when the last one is in the future, as after a clock was set back", () => {
  const now = Date.parse("2026-11-23T08:23:00Z");
  const last = Date.parse("2026-11-24T08:00:00Z");
  const next = nextSummaryAt(now, last, { summaryHour: 9, timeZone: "America/Los_Angeles" });
  expect(new Date(next).toISOString()).toBe("2026-11-25T17:00:00.000Z");
});
