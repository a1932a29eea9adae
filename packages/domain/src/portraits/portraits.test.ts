import { expect, test } from "vitest";
import { oklch } from "./colour.ts";
import { type Ellipse, landscapeOf, portraitOf } from "./portraits.ts";
import { toSvg } from "./to-svg.ts";

const seeds = Array.from({ length: 99 }, (_, index) => `uid-${index}`);
/** Hue of a colour in degrees, as in HSL. */
const hueOf = ({ fill: [red, green, blue] }: Ellipse): number => {
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((angle * 180) / Math.PI + 360) % 360;
};
const first = (picture: readonly Ellipse[]): Ellipse => {
  const [ground] = picture;
  if (!ground) throw new Error("A picture has a ground");
  return ground;
};

test.each([portraitOf, landscapeOf])("%o is the same for the same seed, and differs for 99 others", (draw) => {
  expect(draw("uid-1")).toEqual(draw("uid-1"));
  expect(new Set(seeds.map((seed) => toSvg(draw(seed)))).size).toBe(seeds.length);
});

test.each([portraitOf, landscapeOf])("%o has grounds from the whole circle of hues", (draw) => {
  const sectors = new Set(seeds.map((seed) => Math.floor(hueOf(first(draw(seed))) / 45)));
  expect(sectors.size).toBe(8);
});

test("a person has two eyes on a face that differs from the ground, whatever the seed", () => {
  for (const seed of seeds) {
    const picture = portraitOf(seed);
    const eyes = picture.filter(({ rx, ry }) => rx === 2.1 && ry === 2.6);
    expect(eyes).toHaveLength(2);
    const face = picture.find(({ x, rx }) => x === 50 && rx === 20);
    expect(face?.fill).not.toEqual(first(picture).fill);
    for (const channel of picture.flatMap(({ fill }) => fill)) expect(channel >= 0 && channel <= 255).toBe(true);
  }
});

test("is small, and a square picture of nothing but ellipses", () => {
  for (const seed of seeds) expect(toSvg(portraitOf(seed)).length).toBeLessThan(3_000);
  expect(toSvg([{ x: 1, y: 2, rx: 1.23456, ry: 4, fill: [1, 2, 3] }])).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><ellipse cx="1" cy="2" rx="1.23" ry="4" fill="rgb(1,2,3)"/></svg>',
  );
});

test.each([
  [1, 0, 0, [255, 255, 255]],
  [0, 0, 0, [0, 0, 0]],
  // The red of sRGB.
  [0.628, 0.2577, 29.23, [255, 0, 0]],
])("oklch(%s %s %s) is a colour of sRGB", (lightness, chroma, hue, rgb) => {
  for (const [channel, value] of oklch(lightness, chroma, hue).entries())
    expect(Math.abs(value - (rgb[channel] ?? 0))).toBeLessThanOrEqual(1);
});
