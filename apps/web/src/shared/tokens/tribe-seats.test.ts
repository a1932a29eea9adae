import { addressSchema, type Subscriber, tokenUnits, uidSchema, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { seatsOf } from "./tribe-seats.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const member = (name: string, whole: number, state: Subscriber["state"] = "active"): Subscriber => ({
  address,
  uid: z.parse(uidSchema, name.padEnd(9, "-")),
  displayName: name,
  pfp: null,
  holding: tokenUnits(BigInt(whole) * unitsPerToken),
  state,
});

test("seats are numbered by holding, and the Chief stands outside of them", () => {
  const { chief, seated } = seatsOf([member("chief", 1, "chief"), member("little", 12), member("much", 40)], 12);
  expect(chief).toMatchObject({ number: null, margin: 1 });
  expect(seated.map(({ number, member: { displayName } }) => [number, displayName])).toEqual([
    [1, "much"],
    [2, "little"],
  ]);
});

test("the arc is full at twice the cut, and nobody is at risk while seats are free", () => {
  const { seated, cut } = seatsOf([member("a", 90), member("b", 15), member("c", 10)], 12);
  expect(cut).toBe(10n * unitsPerToken);
  expect(seated.map(({ margin }) => margin)).toEqual([1, 0.5, 0]);
  expect(seated.some(({ isRisk }) => isRisk)).toBe(false);
});

test("in a full Tribe the last seat is the cut, and who is within 6 % of it is at risk", () => {
  const { seated, cut } = seatsOf([member("a", 300), member("b", 106), member("c", 107), member("d", 100)], 4);
  expect(cut).toBe(100n * unitsPerToken);
  expect(seated.map(({ isRisk }) => isRisk)).toEqual([false, false, true, true]);
});

test("a Tribe without anybody has the least threshold", () => {
  expect(seatsOf([], 12)).toEqual({ chief: null, seated: [], cut: 10n * unitsPerToken });
});
