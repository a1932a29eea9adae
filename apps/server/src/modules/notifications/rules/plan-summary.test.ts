import type { Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import { planSummary } from "./plan-summary.ts";

const uid = "ann" as Uid; // any text does
const chosen = { delivery: { summaryHour: 9, timeZone: "UTC" } };
const day = (date: number, time = "09:00:00.000") => `2026-03-${String(date).padStart(2, "0")}T${time}Z`;
const plan = (due: string | null, now: string, last: string | null = null) =>
  planSummary(
    {
      uid,
      chosen,
      summaryAt: due === null ? null : new Date(due),
      summarizedAt: last === null ? null : new Date(last),
    },
    Date.parse(now),
  );

test.each([
  ["the first one covers a day", null, day(9)],
  ["each later one covers the time since the last", day(9, "07:30:00.000"), day(9, "07:30:00.000")],
  ["none reaches back further than two days", day(1), day(8)],
])("%s", (_what, last, since) => {
  expect(plan(day(10), day(10, "09:00:30.000"), last)).toEqual({
    uid,
    isLate: false,
    since,
    until: day(10),
    last: day(10),
    next: day(11),
  });
});

test("one that would come too late is left out, and the next one covers its time", () => {
  expect(plan(day(10), day(10, "15:00:00.001"), day(9))).toMatchObject({ isLate: true, last: day(9), next: day(11) });
  expect(plan(day(10), day(10, "15:00:00.000"), day(9))).toMatchObject({ isLate: false, last: day(10) });
});

test("none is planned when none is due", () => {
  expect(plan(null, day(10))).toBeNull();
});
