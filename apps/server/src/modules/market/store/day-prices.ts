import type { Mint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { trades } from "../../indexer/schema.ts";

const hourMs = 3_600_000;

/**
 * The prices of tokens at each full hour of the last `hours`, the newest last, in lamports per whole token; `now` in ms. Tokens
 * that nobody traded in this time are absent. A few index lookups per token, however many trades it has.
 */
export const hourlyPrices = async (
  db: Executor,
  mints: readonly Mint[],
  hours: number,
  now: number,
): Promise<Map<Mint, bigint[]>> => {
  const end = new Date(now).toISOString();
  const begin = new Date(now - hours * hourMs).toISOString();
  const { rows } = await db.execute<{ mint: Mint; prices: string[] }>(sql`
    select wanted.mint, array_agg(last.price::text order by step.hour) as prices
    from unnest(${sql.param(mints)}::text[]) as wanted (mint)
    cross join generate_series(0, ${hours}::int) as step (hour)
    cross join lateral (
      select ${trades.priceAfter} as price from ${trades}
      where ${trades.mint} = wanted.mint
        and ${trades.blockTime} <= ${begin}::timestamptz + step.hour * interval '1 hour'
      order by ${trades.blockTime} desc, ${trades.seq} desc limit 1
    ) as last
    where exists (
      select from ${trades}
      where ${trades.mint} = wanted.mint and ${trades.blockTime} > ${begin}::timestamptz
        and ${trades.blockTime} <= ${end}::timestamptz
    )
    group by wanted.mint`);
  return new Map(rows.map(({ mint, prices }) => [mint, prices.map(BigInt)]));
};
