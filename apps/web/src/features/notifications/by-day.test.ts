import type { Notice } from "@tribe/contract";
import { expect, test } from "vitest";
import { byDay } from "./by-day.ts";

const now = new Date(2026, 6, 10, 12).getTime();
const notice = (id: string, hoursAgo: number): Notice => ({
  id,
  type: "system",
  text: "",
  route: "/you",
  isRead: false,
  at: now - hoursAgo * 3_600_000,
});

test("groups notices by day in this device's time zone, and shows one that is on two pages once", () => {
  const days = byDay([notice("3", 1), notice("2", 2), notice("2", 2), notice("1", 20), notice("0", 200)], now);
  expect(days.map(({ name, notices }) => [name, notices.map(({ id }) => id)])).toEqual([
    ["Today", ["3", "2"]],
    ["Yesterday", ["1"]],
    [expect.stringMatching(/2026/), ["0"]],
  ]);
});
