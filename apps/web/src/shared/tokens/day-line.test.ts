import { lamports } from "@tribe/contract";
import { expect, it } from "vitest";
import { dayLineOf, linePoints } from "./day-line.ts";

const now = 1_000_000;
const hour = 3_600;
const trade = (hoursAgo: number, price: bigint) => ({ blockTime: now - hoursAgo * hour, priceAfter: lamports(price) });

it("draws a day from edge to edge and a younger line at the right", () => {
  const day = linePoints(
    Array.from({ length: 25 }, (_, index) => index * 4),
    88,
    28,
  );
  expect(day[0]).toEqual([2, 26]);
  expect(day.at(-1)?.[0]).toBe(86);
  expect(linePoints([0, 100], 88, 28).map(([x]) => Math.round(x))).toEqual([83, 86]);
});

it("says a day's prices hour by hour as heights between the lowest and the highest", () => {
  const line = dayLineOf([trade(2.5, 15n), trade(20, 20n), trade(30, 10n)], now);
  expect(line).toHaveLength(25);
  expect([line[0], line[3], line[5], line[24]]).toEqual([0, 0, 100, 50]);
});

it("begins with the first trade that is known, and is none where nobody traded in the day", () => {
  expect(dayLineOf([trade(0, 7n), trade(1.5, 7n)], now)).toEqual([50, 50]);
  expect(dayLineOf([trade(25, 7n)], now)).toEqual([]);
  expect(dayLineOf([], now)).toEqual([]);
});
