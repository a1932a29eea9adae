import type { Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import { cursorAfter, isBefore, readTradesCursor } from "./trade-order.ts";

const trade = (seconds: number, mint: string, seq: bigint) => ({
  blockTime: new Date(seconds * 1_000),
  mint: mint as Mint, // no code here reads it
  seq,
});

test("trades are ordered by time, then mint, then number, and never before themselves", () => {
  const newestFirst = [
    trade(2, "a", 0n),
    trade(1, "b", 0n),
    trade(1, "a", 2n ** 64n),
    trade(1, "a", 7n),
    trade(0, "z", 9n),
  ];
  for (const [i, one] of newestFirst.entries())
    for (const [j, other] of newestFirst.entries()) expect(isBefore(one, other)).toBe(i < j);
});

test("a cursor names its trade, and none comes before all of them", () => {
  const seq = 2n ** 64n + 3n;
  expect(readTradesCursor(cursorAfter(trade(5, "a", seq)))).toEqual({
    at: "1970-01-01T00:00:05.000Z",
    afterMint: "a",
    seq: `${seq}`,
  });
  expect(readTradesCursor(undefined).at).toBe("infinity");
});
