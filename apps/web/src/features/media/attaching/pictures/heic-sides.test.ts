import { expect, test } from "vitest";
import { readHeicSides } from "./heic-sides.ts";

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const number = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 255);
const box = (name: string, ...content: readonly number[]): number[] => [
  ...number(content.length + 8),
  ...letters(name),
  ...content,
];
const size = (width: number, height: number) => box("ispe", 0, 0, 0, 0, ...number(width), ...number(height));
const heic = (...properties: readonly (readonly number[])[]): Blob =>
  new Blob([
    new Uint8Array([...box("ftyp", ...letters("heic"), 0, 0, 0, 0), ...box("meta", ...properties.flat())]),
    new Uint8Array(100_000),
  ]);

test("a picture has the size of the largest of its parts, upright", async () => {
  expect(await readHeicSides(heic(size(512, 512), size(4_032, 3_024), size(320, 240)))).toEqual({
    width: 4_032,
    height: 3_024,
  });
  expect(await readHeicSides(heic(size(4_032, 3_024), box("irot", 3)))).toEqual({ width: 3_024, height: 4_032 });
  expect(await readHeicSides(heic(size(4_032, 3_024), box("irot", 2)))).toEqual({ width: 4_032, height: 3_024 });
});

test.each([
  ["nothing", new Blob([])],
  ["a text that has such a word", new Blob(["This recipe says ispe and nothing else"])],
  ["a picture without its size", heic(box("irot", 1))],
  ["one that is cut off within it", new Blob([new Uint8Array([...box("ftyp"), ...size(10, 10).slice(0, 14)])])],
  ["one of no size", heic(size(0, 0))],
])("of %s no size is read", async (_what, file) => {
  expect(await readHeicSides(file)).toBeNull();
});
