import { uploadLimits } from "@tribe/contract";
import { expect, test } from "vitest";
import { planPicture } from "./picture-plan.ts";

const jpeg = (width: number, height: number, bytes = 8_000_000) => ({ type: "image/jpeg", bytes, width, height });
const unchanged = { kind: "unchanged" };

test.each([
  ["a 48-megapixel iPhone", 8_064, 6_048],
  ["a Galaxy", 8_160, 6_120],
  ["a Pixel 8 Pro", 8_160, 6_144],
  ["many 50-megapixel phones", 8_192, 6_144],
  ["the same upright", 6_144, 8_192],
  ["a small camera", 640, 480],
])("photos of %s are sent as they are", (_of, width, height) => {
  expect(planPicture(jpeg(width, height), false)).toEqual(unchanged);
});

test.each([
  ["a panorama", 16_000, 4_000, 4_096, 1_024],
  ["64 megapixels", 9_248, 6_936, 4_096, 3_072],
  ["64 megapixels upright", 6_936, 9_248, 3_072, 4_096],
  ["exactly 100 megapixels", 10_000, 10_000, 4_096, 4_096],
  ["a side that is too long", 20_000, 1_000, 4_096, 205],
  ["a strip of one pixel", 90_000, 1, 4_096, 1],
])("%s is drawn smaller in its own shape, within what each browser draws", (_what, ...sides) => {
  const [width, height, drawnWidth, drawnHeight] = sides;
  expect(planPicture(jpeg(width, height), false)).toEqual({ kind: "redrawn", width: drawnWidth, height: drawnHeight });
});

test("more than 100 megapixels are refused, and never called 100", () => {
  expect(planPicture(jpeg(12_000, 9_000), false)).toEqual({ kind: "tooManyPixels", megapixels: 108 });
  expect(planPicture(jpeg(10_001, 10_000), false)).toEqual({ kind: "tooManyPixels", megapixels: 101 });
  expect(planPicture({ ...jpeg(16_320, 12_240), type: "image/heic" }, true)).toMatchObject({ kind: "tooManyPixels" });
});

test("a picture of few pixels and too many bytes is drawn anew, unless that would stop it from moving", () => {
  const heavy = { ...jpeg(5_000, 4_000), bytes: uploadLimits.imageBytes + 1 };
  expect(planPicture(heavy, false)).toMatchObject({ kind: "redrawn", width: 4_096 });
  expect(planPicture({ ...heavy, type: "image/png", width: 900, height: 700 }, false)).toMatchObject({ width: 900 });
  for (const type of ["image/gif", "image/webp", "image/avif"])
    expect(planPicture({ ...heavy, type }, false)).toEqual(unchanged);
  expect(planPicture({ ...jpeg(9_000, 9_000), type: "image/gif" }, false)).toEqual(unchanged);
});

test("what only browsers read is drawn anew at any size, and never larger than it is", () => {
  expect(planPicture({ ...jpeg(8_064, 6_048), type: "image/heic" }, true)).toMatchObject({
    kind: "redrawn",
    width: 4_096,
  });
  expect(planPicture({ ...jpeg(30, 20), type: "" }, true)).toEqual({ kind: "redrawn", width: 30, height: 20 });
});
