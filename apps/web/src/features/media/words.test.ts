import { expect, test } from "vitest";
import { durationWords, sizeWords } from "./words.ts";

test("sizes and durations are written in the usual units", () => {
  expect([0, 812, 4_200, 999_999, 20_000_000, 1_250_000_000].map(sizeWords)).toEqual([
    "0 B",
    "812 B",
    "4.2 KB",
    "1000 KB",
    "20 MB",
    "1.3 GB",
  ]);
  expect([0, 7_400, 750_000, 3_723_000].map(durationWords)).toEqual(["0:00", "0:07", "12:30", "1:02:03"]);
});
