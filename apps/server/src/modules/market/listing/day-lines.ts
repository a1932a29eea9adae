import type { Mint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../../context.ts";
import { trades } from "../../indexer/schema.ts";

type DayLine = readonly number[];

const hours = 24;
const hourMs = 3_600_000;
/** A drawing of some pixels: what moves in less time is not seen. */
const keptMs = 5 * 60_000;
/** Some 5 MB. */
const mostKept = 20_000;
const flat = 50;

const kept = new WeakMap<AppContext, QuickLRU<Mint, DayLine>>();

/** The lines of these tokens, at most some minutes old. Who had no trade in the last day has none. */
export const dayLinesOf = async (ctx: AppContext, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, DayLine>> => {
  const known = kept.get(ctx) ?? new QuickLRU<Mint, DayLine>({ maxSize: mostKept, maxAge: keptMs });
  kept.set(ctx, known);
  const missing = mints.filter((mint) => !known.has(mint));
  if (missing.length > 0) {
    const prices = await readPrices(ctx, missing);
    for (const mint of missing) known.set(mint, heightsOf(prices.get(mint) ?? []));
  }
  return new Map(mints.map((mint) => [mint, known.get(mint) ?? []]));
};

/** Prices as heights from 0, the lowest, to 100. What a float rounds away is no pixel. */
export const heightsOf = (prices: readonly bigint[]): DayLine => {
  const sizes = prices.map(Number);
  const lowest = Math.min(...sizes);
  const span = Math.max(...sizes) - lowest;
  return sizes.map((size) => (span === 0 ? flat : Math.round(((size - lowest) * 100) / span)));
};

/** The price at each full step of the last day: some index probes for each token, however many trades it has. */
const readPrices = async ({ db, now }: AppContext, mints: readonly Mint[]): Promise<Map<Mint, bigint[]>> => {
  const end = new Date(now()).toISOString();
  const begin = new Date(now() - hours * hourMs).toISOString();
  const { rows } = await db.execute<{ mint: Mint; prices: string[] }>(sql`
    select asked.mint, array_agg(last.price::text order by step.hour) as prices
    from unnest(${sql.param(mints)}::text[]) as asked (mint)
    cross join generate_series(0, ${hours}::int) as step (hour)
    cross join lateral (
      select ${trades.priceAfter} as price from ${trades}
      where ${trades.mint} = asked.mint
        and ${trades.blockTime} <= ${begin}::timestamptz + step.hour * interval '1 hour'
      order by ${trades.blockTime} desc, ${trades.seq} desc limit 1
    ) as last
    where exists (
      select from ${trades}
      where ${trades.mint} = asked.mint and ${trades.blockTime} > ${begin}::timestamptz
        and ${trades.blockTime} <= ${end}::timestamptz
    )
    group by asked.mint`);
  return new Map(rows.map(({ mint, prices }) => [mint, prices.map(BigInt)]));
};
