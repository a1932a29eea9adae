import { type Address, lamports, type TradePoint, type TransactionSignature, tokenUnits } from "@tribe/contract";
import { candlesOf } from "@tribe/domain/chart";
import { expect, it } from "vitest";
import { ownMarks } from "./own-marks.ts";

const me = "me" as Address; // any text
const trade = (blockTime: number, kind: TradePoint["kind"], trader: string = me): TradePoint => ({
  seq: blockTime,
  kind,
  venue: "curve",
  trader: trader as Address, // as above
  amount: tokenUnits(1n),
  newTokens: null,
  value: lamports(1n),
  unitPrice: lamports(1n),
  priceAfter: lamports(1n),
  supplyAfterTrade: tokenUnits(1n),
  blockTime,
  signature: "s" as TransactionSignature, // never read
});
const candles = candlesOf(
  [60, 125, 190].map((time) => ({ time, before: null, after: lamports(1n), value: lamports(1n) })),
  60,
);

it("marks only the person's own trades, once for each candle and side", () => {
  const trades = [
    trade(190, "sell"),
    trade(130, "buy"),
    trade(121, "buy"),
    trade(60, "create"),
    trade(61, "buy", "other"),
  ];
  expect(ownMarks(trades, me, candles, 60)).toEqual([
    { time: 60, side: "buy" },
    { time: 120, side: "buy" },
    { time: 180, side: "sell" },
  ]);
});

it("marks nothing for a visitor, and no trade older than the drawn candles", () => {
  expect(ownMarks([trade(60, "buy")], null, candles, 60)).toEqual([]);
  expect(ownMarks([trade(1, "buy")], me, candles, 60)).toEqual([]);
});
