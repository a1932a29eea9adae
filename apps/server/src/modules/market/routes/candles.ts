import { ApiError, type Candle, lamports, type Mint, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { query } from "../../../http/implement.ts";
import { tokenIdOf } from "../../indexer/index.ts";
import { trades } from "../../indexer/schema.ts";
import { cursorOf, olderThan } from "../trade-cursor.ts";

/** Trades per answer: they take some milliseconds to sum up, and make some hundred candles at most in most windows. */
const tradesAtOnce = 20_000;

/** A part of the history as PostgreSQL returns it: its bigints are text. */
type Row = Readonly<Record<"time" | "high" | "low" | "first" | "close" | "volume" | "trades" | "oldest", string>>;

/** Candles of the trades before one; the newest trades, so many at a time. */
export const candles = query(routes.market.candles, async ({ tx, query: { mint, interval, before } }) => {
  if ((await tokenIdOf(tx, mint)) === null) throw new ApiError("not_found");
  const older = before === undefined ? sql`true` : olderThan(before);
  const { rows } = await tx.execute<Row>(sql`
    with page as (
      select ${trades.seq} as seq, ${trades.priceAfter} as price, ${trades.value} as value,
        floor(extract(epoch from ${trades.blockTime}) / ${interval}::int)::bigint * ${interval}::int as time
      from ${trades} where ${trades.mint} = ${mint} and ${older}
      order by ${trades.seq} desc limit ${tradesAtOnce}
    )
    select time::text, max(price)::text as high, min(price)::text as low,
      (array_agg(price order by seq))[1]::text as first, (array_agg(price order by seq desc))[1]::text as close,
      sum(value)::text as volume, count(*)::text as trades, min(seq)::text as oldest
    from page group by time order by min(seq)`);
  const [oldest] = rows;
  if (!oldest) return { candles: [], before: null };
  const place = BigInt(oldest.oldest);
  const priceBefore = await priceAt(tx, mint, place);
  return { candles: candlesOfRows(rows, priceBefore), before: priceBefore === null ? null : cursorOf(place) };
});

/** The price after the last trade before this place; null when there is none. */
const priceAt = async (tx: Executor, mint: Mint, place: bigint): Promise<bigint | null> => {
  const { rows } = await tx.execute<{ price: string }>(sql`
    select ${trades.priceAfter}::text as price from ${trades}
    where ${trades.mint} = ${mint} and ${trades.seq} < ${place.toString()}::numeric
    order by ${trades.seq} desc limit 1`);
  return rows[0] ? BigInt(rows[0].price) : null;
};

/** A candle opens where the one before closed. A token's first one opens at the price after its first trade. */
const candlesOfRows = (rows: readonly Row[], priceBefore: bigint | null): Candle[] => {
  let last = priceBefore;
  return rows.map((row) => {
    const open = last ?? BigInt(row.first);
    const [high, low] = [BigInt(row.high), BigInt(row.low)];
    last = BigInt(row.close);
    return {
      time: Number(row.time),
      open: lamports(open),
      high: lamports(high > open ? high : open),
      low: lamports(low < open ? low : open),
      close: lamports(last),
      volume: lamports(BigInt(row.volume)),
      trades: Number(row.trades),
    };
  });
};
