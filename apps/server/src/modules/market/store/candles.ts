import type { Mint } from "@tribe/contract";
import { lt, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { trades } from "../../indexer/schema.ts";
import type { IntervalSums } from "../rules/candles.ts";

/** Intervals as PostgreSQL returns them: its bigints are text. */
type Row = Readonly<Record<"time" | "high" | "low" | "first" | "close" | "volume" | "trades" | "oldest", string>>;

/** Summed up trades with the number of the oldest one. */
export interface StoredInterval extends IntervalSums {
  readonly oldest: bigint;
}

/**
 * A token's newest `limit` trades, those before a number in its history or of all, summed up by intervals of so many seconds, the
 * oldest first.
 */
export const intervalsBefore = async (
  db: Executor,
  mint: Mint,
  interval: number,
  before: bigint | null,
  limit: number,
): Promise<StoredInterval[]> => {
  const older = before === null ? sql`true` : lt(trades.seq, before);
  const { rows } = await db.execute<Row>(sql`
    with page as (
      select ${trades.seq} as seq, ${trades.priceAfter} as price, ${trades.value} as value,
        floor(extract(epoch from ${trades.blockTime}) / ${interval}::int)::bigint * ${interval}::int as time
      from ${trades} where ${trades.mint} = ${mint} and ${older}
      order by ${trades.seq} desc limit ${limit}
    )
    select time::text, max(price)::text as high, min(price)::text as low,
      (array_agg(price order by seq))[1]::text as first, (array_agg(price order by seq desc))[1]::text as close,
      sum(value)::text as volume, count(*)::text as trades, min(seq)::text as oldest
    from page group by time order by min(seq)`);
  return rows.map((row) => ({
    time: Number(row.time),
    high: BigInt(row.high),
    low: BigInt(row.low),
    first: BigInt(row.first),
    close: BigInt(row.close),
    volume: BigInt(row.volume),
    trades: Number(row.trades),
    oldest: BigInt(row.oldest),
  }));
};

/** The price after a token's last trade before this number; null when there is none. */
export const priceBefore = async (db: Executor, mint: Mint, seq: bigint): Promise<bigint | null> => {
  const { rows } = await db.execute<{ price: string }>(sql`
    select ${trades.priceAfter}::text as price from ${trades}
    where ${trades.mint} = ${mint} and ${trades.seq} < ${seq.toString()}::numeric
    order by ${trades.seq} desc limit 1`);
  return rows[0] ? BigInt(rows[0].price) : null;
};
