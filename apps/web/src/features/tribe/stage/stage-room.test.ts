import { expect, it } from "vitest";
import { stageRoom } from "./stage-room.ts";

const facts = {
  ...{ groupSize: 12, taken: 9, isInside: true, isLive: false, isWide: false, isLow: false, isAlone: false },
  ...{ isLargeText: false, chosenFold: null, isReading: false },
};
const height = (of: Partial<Parameters<typeof stageRoom>[0]>): number => stageRoom({ ...facts, ...of }).height;

it("is as high as its rings, for 12, 24 and 99 seats", () => {
  expect([height({}), height({ groupSize: 24 }), height({ groupSize: 99, taken: 90, chosenFold: false })]).toEqual([
    204, 240, 312,
  ]);
  expect([12, 24, 99].map((groupSize) => height({ groupSize, isWide: true }))).toEqual([244, 280, 352]);
  expect(height({ isAlone: true, isInside: false })).toBe(300);
});

it("is a strip on a phone with few members or very many seats, unless a live session or the person unfolds it", () => {
  expect(height({ taken: 2 })).toBe(64);
  expect(height({ taken: 2, isInside: false })).toBe(204);
  expect(height({ taken: 2, isLive: true })).toBe(204);
  expect(height({ taken: 2, isLive: true, groupSize: 24 })).toBe(64);
  expect(height({ taken: 2, chosenFold: false })).toBe(204);
  expect(height({ taken: 2, isWide: true })).toBe(244);
  expect(height({ groupSize: 99, taken: 90 })).toBe(64);
  expect(height({ chosenFold: true, isInside: false })).toBe(64);
});

it("is one narrow row on a phone while a member reads or after they have folded it, but for a live session", () => {
  expect(height({ isReading: true })).toBe(44);
  expect(height({ chosenFold: true })).toBe(44);
  expect(height({ isReading: true, chosenFold: false })).toBe(44);
  expect(height({ isReading: true, isLive: true })).toBe(204);
  expect(height({ isReading: true, isInside: false })).toBe(204);
  expect(height({ isReading: true, isWide: true })).toBe(244);
  expect(height({ isReading: true, isLow: true })).toBe(0);
});

it("has no height on a phone with an open keyboard", () => {
  expect(height({ isLow: true, chosenFold: false })).toBe(0);
  expect(height({ isLow: true, isWide: true })).toBe(64);
});

it("folds to the strip where letters are large, unless the person unfolds it", () => {
  expect(height({ isLargeText: true, isWide: true })).toBe(64);
  expect(height({ isLargeText: true, isAlone: true })).toBe(64);
  expect(height({ isLargeText: true, isWide: true, chosenFold: false })).toBe(244);
});
