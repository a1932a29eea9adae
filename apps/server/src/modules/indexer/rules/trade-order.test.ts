import type { Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import { cursorAfter, isBefore, placeOfCursor } from "./trade-order.ts";

const place = (seconds: number, mint: string, seq: bigint) => ({
  blockTime: new Date(seconds * 1_000),
  mint: mint as Mint, // no code here reads it
  seq,
});

test("trades are ordered by time, then mint, then number, and never before themselves", () => {
  const newestFirst = [
    place(2, "a", 0n),
    place(1, "b", 0n),
    place(1, "a", 2n ** 64n),
    place(1, "a", 7n),
    place(0, "z", 9n),
  ];
  for (const [i, one] of newestFirst.entries())
    for (const [j, other] of newestFirst.entries()) expect(isBefore(one, other)).toBe(i < j);
});

test("a cursor names its trade, and none comes before all of them", () => {
  const seq = 2n ** 64n + 3n;
  expect(placeOfCursor(cursorAfter(place(5, "a", seq)))).toEqual({
    at: "1970-01-01T00:00:05.000Z",
    afterMint: "a",
    seq: `${seq}`,
  });
  expect(placeOfCursor(undefined).at).toBe("infinity");
});
