import { expect, test } from "vitest";
import { gridOf } from "./grid.ts";

test("up to nine people fit, without an empty row or column", () => {
  const of = (isWide: boolean) =>
    Array.from({ length: 9 }, (_, index) => {
      const { columns, rows } = gridOf(index + 1, isWide);
      return `${columns}x${rows}`;
    });
  expect(of(false)).toEqual(["1x1", "2x1", "2x2", "2x2", "3x2", "3x2", "3x3", "3x3", "3x3"]);
  expect(of(true)).toEqual(["1x1", "2x1", "3x1", "4x1", "3x2", "3x2", "4x2", "4x2", "5x2"]);
});
