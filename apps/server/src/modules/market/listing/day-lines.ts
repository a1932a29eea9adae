import { type Mint, unitsPerToken } from "@tribe/contract";
import { sql } from "drizzle-orm";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../../context/context.ts";
import { trades } from "../../indexer/schema.ts";

/** Heights; empty when nobody traded in the last day. */
type DayLine = number[];
/** Lamports per whole token hour by hour, the newest last; only drawn, so that a float is exact enough. */
type DayPrices = readonly number[];

const hours = 24;
const hourMs = 3_600_000;
/** A drawing of a few pixels: changes within this time would not be visible. */
const keptMs = 5 * 60_000;
/** About 10 MB. */
const maxKept = 20_000;
const flat = 50;

type Lines = QuickLRU<Mint, { readonly prices: DayPrices; readonly line: DayLine }>;

const kept = new WeakMap<AppContext, Lines>();

const linesOf = (ctx: AppContext): Lines => {
  const lines = kept.get(ctx) ?? new QuickLRU({ maxSize: maxKept, maxAge: keptMs });
  kept.set(ctx, lines);
  return lines;
};

/** The lines of these tokens that are cached. */
export const knownDayLines = (ctx: AppContext, mints: readonly Mint[]): ReadonlyMap<Mint, DayLine> => {
  const lines = linesOf(ctx);
  return new Map(
    mints.flatMap((mint) => {
      const known = lines.get(mint);
      return known ? [[mint, known.line] as const] : [];
    }),
  );
};

const learn = async (ctx: AppContext, mints: readonly Mint[]): Promise<Lines> => {
  const known = linesOf(ctx);
  const missing = mints.filter((mint) => !known.has(mint));
  if (missing.length === 0) return known;
  const read = await readPrices(ctx, missing);
  for (const mint of missing) {
    const prices = (read.get(mint) ?? []).map(Number);
    known.set(mint, { prices, line: heightsOf(prices) });
  }
  return known;
};

/** The lines of these tokens, at most some minutes old. Fifty that are not cached take about ten milliseconds. */
export const dayLinesOf = async (ctx: AppContext, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, DayLine>> => {
  await learn(ctx, mints);
  return knownDayLines(ctx, mints);
};

/** The value of holdings hour by hour in the last day, at the prices of then, in lamports; null when no price changed. */
export const dayWorthOf = async (
  ctx: AppContext,
  held: readonly { readonly mint: Mint; readonly amount: bigint; readonly value: bigint }[],
): Promise<readonly bigint[] | null> => {
  const lines = await learn(
    ctx,
    held.map(({ mint }) => mint),
  );
  const all = held.map(({ mint, ...rest }) => ({ ...rest, prices: lines.get(mint)?.prices ?? [] }));
  if (all.every(({ prices }) => prices.length <= hours)) return null;
  return Array.from({ length: hours + 1 }, (_, hour) =>
    all.reduce((sum, { amount, value, prices }) => {
      // A token without a price then did not exist; it counts as unchanged.
      const price = prices.length > hours ? prices[hour] : undefined;
      return sum + (price === undefined ? value : (amount * BigInt(price)) / unitsPerToken);
    }, 0n),
  );
};

/** Prices as heights from 0, the lowest, to 100. */
export const heightsOf = (prices: DayPrices): DayLine => {
  const lowest = Math.min(...prices);
  const span = Math.max(...prices) - lowest;
  return prices.map((size) => (span === 0 ? flat : Math.round(((size - lowest) * 100) / span)));
};

/** The price at each step of the last day: a few index lookups per token, however many trades it has. */
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
