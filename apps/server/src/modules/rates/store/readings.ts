import type { FiatCurrency, FiatPrice, SolRate } from "@tribe/contract";
import { isFiatCurrency } from "@tribe/contract";
import { desc, gt, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import type { Prices } from "../../../engines/rates/port.ts";
import type { KnownPrice } from "../rules/trusted-prices.ts";
import { solRates } from "../schema.ts";

/** One reading of each of these stays. */
const permanentEveryMs = 5 * 60_000;
const othersStayMs = 3_600_000;
const dayMs = 86_400_000;

/** A reading as it is stored. */
type Row = typeof solRates.$inferSelect;

const rateOf = ({ source, at, prices }: Pick<Row, "source" | "at" | "prices">): SolRate => ({
  source,
  at: at.getTime(),
  // Only `storeReading` writes them, and from prices.
  prices: Object.fromEntries(Object.entries(prices).map(([currency, price]) => [currency, BigInt(price) as FiatPrice])),
});

/** The newest reading; null when there is none. */
export const newestRate = async (db: Reader): Promise<SolRate | null> => {
  const [row] = await db.select().from(solRates).orderBy(desc(solRates.at)).limit(1);
  return row ? rateOf(row) : null;
};

/** The last price of each currency within a day before `now`. */
export const knownPrices = async (db: Reader, now: number): Promise<ReadonlyMap<FiatCurrency, KnownPrice>> => {
  const rows = await db
    .select()
    .from(solRates)
    .where(gt(solRates.at, new Date(now - dayMs)))
    .orderBy(solRates.at);
  const known = new Map<FiatCurrency, KnownPrice>();
  for (const row of rows) {
    const { at, prices } = rateOf(row);
    for (const [currency, price] of Object.entries(prices))
      if (isFiatCurrency(currency)) known.set(currency, { price, at });
  }
  return known;
};

/** Stores a reading, and deletes those that nobody looks at any more. Of two of the same millisecond the first stays. */
export const storeReading = async (
  db: Executor,
  { at, source, prices }: { readonly at: number; readonly source: string; readonly prices: Prices },
): Promise<void> => {
  const texts = Object.fromEntries([...prices].map(([currency, price]) => [currency, price.toString()]));
  const [time, permanentSince, othersSince] = [at, at - permanentEveryMs, at - othersStayMs].map(
    (each) => new Date(each),
  );
  await db.execute(sql`
    with old as (delete from ${solRates} where not is_kept and at < ${othersSince})
    insert into ${solRates} (at, source, prices, is_kept)
    select ${time}::timestamptz, ${source}, ${JSON.stringify(texts)}::jsonb,
      not exists (select from ${solRates} where is_kept and at > ${permanentSince}::timestamptz)
    on conflict do nothing`);
};

/** A trade's rate is the newest kept one of this long before its block time. */
const minutesBefore = 10;

/**
 * The rate of each of these times, in their order: the newest reading that is kept for good from the ten minutes before it, null where
 * none was. It never changes, and it is the same for trades that are indexed again.
 */
export const ratesAt = async (db: Reader, times: readonly Date[]): Promise<readonly (SolRate | null)[]> => {
  if (times.length === 0) return [];
  const wanted = sql`unnest(${sql.param(times.map((time) => time.toISOString()))}::timestamptz[]) with ordinality as wanted (time, place)`;
  const rows = await db
    .select({ source: solRates.source, at: solRates.at, prices: solRates.prices, place: sql<string>`place` })
    .from(wanted)
    .innerJoin(
      solRates,
      sql`${solRates.at} = (select max(at) from ${solRates} as kept
        where kept.is_kept and kept.at <= time and kept.at > time - make_interval(mins => ${minutesBefore}))`,
    );
  const byPlace = new Map(rows.map((row) => [Number(row.place), rateOf(row)]));
  return times.map((_, index) => byPlace.get(index + 1) ?? null);
};
