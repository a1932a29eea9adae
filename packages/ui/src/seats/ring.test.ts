import { describe, expect, test } from "vitest";
import { type RingPlace, ringPlaces } from "./ring.ts";

const stages = [
  { width: 360, height: 204 },
  { width: 390, height: 204 },
  { width: 724, height: 244 },
  { width: 1_000, height: 244 },
];
const away = (a: RingPlace, b: RingPlace) => Math.hypot(a.x - b.x, a.y - b.y);

test("the Chief sits at twelve o'clock, seat 1 to their right, and the others clockwise", () => {
  const { chief, seats } = ringPlaces(12, { width: 724, height: 244 });
  expect(chief.x).toBeCloseTo(362);
  expect(chief.y).toBeLessThan(Math.min(...seats.map(({ y }) => y)));
  expect(seats).toHaveLength(12);
  expect(seats[0]?.x).toBeGreaterThan(chief.x);
  expect(seats.at(-1)?.x).toBeLessThan(chief.x);
  expect(seats[2]?.y).toBeLessThan(seats[4]?.y ?? 0);
  expect(seats[5]?.x).toBeGreaterThan(seats[6]?.x ?? 0);
});

test("the ring is symmetric, and nearer faces are up to 14 % larger", () => {
  const { seats, chief } = ringPlaces(12, { width: 390, height: 204 });
  for (let index = 0; index < 6; index += 1) {
    expect((seats[index]?.x ?? 0) - chief.x).toBeCloseTo(chief.x - (seats[11 - index]?.x ?? 0), 3);
    expect(seats[index]?.y).toBeCloseTo(seats[11 - index]?.y ?? 0, 3);
  }
  const sizes = seats.map(({ size }) => size);
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThanOrEqual(1.14);
  expect(sizes.indexOf(Math.max(...sizes))).toBeGreaterThanOrEqual(5);
});

test("neighbours are equally far from each other, however flat the ring is", () => {
  const { chief, seats } = ringPlaces(12, { width: 1_000, height: 244 });
  const around = [chief, ...seats];
  const steps = around.map((place, index) => away(place, around[(index + 1) % around.length] ?? place));
  // A chord across the narrow end is a little shorter than the arc.
  expect(Math.min(...steps) / Math.max(...steps)).toBeGreaterThan(0.8);
});

describe.each([12, 24, 99])("%i seats", (count) => {
  const heights = { 12: 0, 24: 20, 99: 96 } as const;
  test.each(stages)("all fit a stage of $width by $height and no face covers another", ({ width, height }) => {
    const stage = { width, height: height + heights[count as 12 | 24 | 99] };
    const { chief, seats } = ringPlaces(count, stage);
    const all = [chief, ...seats];
    expect(seats).toHaveLength(count);
    for (const { x, y, size } of all) {
      expect(x - size / 2).toBeGreaterThanOrEqual(0);
      expect(x + size / 2).toBeLessThanOrEqual(stage.width);
      expect(y - size / 2).toBeGreaterThanOrEqual(0);
      expect(y + size / 2).toBeLessThanOrEqual(stage.height);
    }
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1))
        expect(away(one, other)).toBeGreaterThan(((one.size + other.size) / 2) * 0.78);
  });
});

test("24 sit in two rings and 99 in four, around a Chief in the middle", () => {
  const ringsOf = (count: number) => {
    const stage = { width: 600, height: 600 };
    const { chief, seats } = ringPlaces(count, stage);
    expect(chief).toMatchObject({ x: 300, y: 300 });
    return new Set(seats.map(({ x, y }) => Math.round(Math.hypot(x - 300, y - 300)))).size;
  };
  expect(ringsOf(24)).toBe(2);
  expect(ringsOf(99)).toBe(4);
});
