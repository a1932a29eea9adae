import { unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import { dayHours, dayWorth, heightsOf } from "./day-line.ts";

test("a day's prices are scaled between their lowest and highest, and constant when they are equal", () => {
  expect(heightsOf([10, 20, 15])).toEqual([0, 100, 50]);
  expect(heightsOf([7, 7])).toEqual([50, 50]);
  expect(heightsOf([])).toEqual([]);
});

const whole = Array.from({ length: dayHours + 1 }, (_, hour) => 10 + hour);

test("holdings are worth the prices of each hour", () => {
  const worth = dayWorth([{ amount: 2n * unitsPerToken, value: 68n, prices: whole }]);
  expect(worth).toEqual(whole.map((price) => 2n * BigInt(price)));
});

test.each([
  { name: "that nobody traded", prices: [] },
  { name: "that did not exist a day ago", prices: whole.slice(1) },
])("a token $name counts with its present value", ({ prices }) => {
  const unchanged = { amount: unitsPerToken, value: 1_000n, prices };
  expect(dayWorth([unchanged])).toBeNull();
  const worth = dayWorth([unchanged, { amount: unitsPerToken, value: 34n, prices: whole }]);
  expect(worth).toEqual(whole.map((price) => 1_000n + BigInt(price)));
});
