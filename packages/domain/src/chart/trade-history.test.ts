import { type TradePoint, type TradeVenue, tradeCursorSchema } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tradePoint as point } from "../testing.ts";
import { followsTrade, isOlderTrade, mergeTrades, tradeCursor } from "./trade-history.ts";

const ofVenue = (venue: TradeVenue) =>
  fc
    .uniqueArray(fc.nat(100), { maxLength: 30 })
    .map((seqs) => seqs.toSorted((a, b) => b - a).map((seq) => point(seq, venue)));
const newestFirst = fc.tuple(ofVenue("pool"), ofVenue("curve")).map(([pool, curve]) => [...pool, ...curve]);
const places = (trades: readonly TradePoint[]) => trades.map(tradeCursor);

describe("two parts of a history", () => {
  test("join to one, newest first, with every trade once", () => {
    fc.assert(
      fc.property(newestFirst, newestFirst, (one, other) => {
        const merged = mergeTrades(one, other);
        expect(new Set(places(merged))).toEqual(new Set([...places(one), ...places(other)]));
        for (const [index, trade] of merged.slice(1).entries()) {
          const newer = merged[index];
          expect(newer && isOlderTrade(trade, newer)).toBe(true);
        }
        expect(places(mergeTrades(other, one))).toEqual(places(merged));
        expect(mergeTrades(merged, one)).toEqual(merged);
      }),
    );
  });
});

test("a trade directly follows the previous one of its venue, and the pool's first the curve's last", () => {
  expect(followsTrade(point(7), point(8))).toBe(true);
  expect(followsTrade(point(7), point(7))).toBe(true);
  expect(followsTrade(point(7), point(9))).toBe(false);
  expect(followsTrade(point(7), point(1, "pool"))).toBe(true);
  expect(followsTrade(point(7), point(2, "pool"))).toBe(false);
  expect(followsTrade(point(2, "pool"), point(9))).toBe(true);
});

test("a trade's position is a cursor that the history accepts", () => {
  expect(tradeCursorSchema.safeParse(tradeCursor(point(0))).success).toBe(true);
  expect(tradeCursorSchema.safeParse(tradeCursor(point(12_345))).success).toBe(true);
});
