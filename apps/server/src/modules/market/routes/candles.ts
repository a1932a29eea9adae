import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { tokenIdOf } from "../../indexer/index.ts";
import { candlesOf } from "../rules/candles.ts";
import { readTradeCursor, writeTradeCursor } from "../rules/trade-cursor.ts";
import { intervalsBefore, priceBefore } from "../store/candles.ts";

/** Trades per answer: they take some milliseconds to sum up, and make some hundred candles at most in most windows. */
const tradesAtOnce = 20_000;

/** Candles of the trades before one; the newest trades, so many at a time. */
export const candles = query(routes.market.candles, async ({ tx, query: { mint, interval, before } }) => {
  if ((await tokenIdOf(tx, mint)) === null) throw new ApiError("not_found");
  const end = before === undefined ? null : readTradeCursor(before);
  const intervals = await intervalsBefore(tx, mint, interval, end, tradesAtOnce);
  const [first] = intervals;
  if (!first) return { candles: [], before: null };
  const opening = await priceBefore(tx, mint, first.oldest);
  return { candles: candlesOf(intervals, opening), before: opening === null ? null : writeTradeCursor(first.oldest) };
});
