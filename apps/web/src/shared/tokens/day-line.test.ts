import { expect, it } from "vitest";
import { linePoints } from "./day-line.ts";

it("draws a day from edge to edge and a younger line at the right", () => {
  const day = linePoints(
    Array.from({ length: 25 }, (_, hour) => hour * 4),
    88,
    28,
  );
  expect(day[0]).toEqual([2, 26]);
  expect(day.at(-1)?.[0]).toBe(86);
  expect(linePoints([0, 100], 88, 28).map(([x]) => Math.round(x))).toEqual([83, 86]);
});
