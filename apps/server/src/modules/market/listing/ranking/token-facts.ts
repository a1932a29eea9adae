import { setImmediate } from "node:timers/promises";
import { type Lamports, lamports, type Mint, newTokenUnits, type TokenSort, tokenUnits } from "@tribe/contract";
import { unitPrice } from "@tribe/domain/curve";
import { pricesOf } from "@tribe/domain/money";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../../context/context.ts";
import { pools, tokens, trades } from "../../../indexer/schema.ts";
import { channels } from "../../../membership/schema.ts";
import { marketCapOf } from "../seat-price.ts";
import type { SortKeys } from "./ranking.ts";

/** Everything that a listing can be sorted by, except volumes, which depend on a window. */
export type FactSort = Exclude<TokenSort, "volume">;

interface Facts {
  /** Of one (old) token. */
  readonly price: Lamports;
  /**
   * The price that the list shows: after a migration that of 1,000 new tokens, for which conversion rates differ between Tribes.
   */
  readonly shownPrice: Lamports;
  readonly marketCap: Lamports;
  /** Null for a Tribe that is younger than a day. */
  readonly priceDayAgo: Lamports | null;
  readonly freeSeats: number;
  /** Of all time, in lamports: of two Tribes with as many free seats the busier one comes first. */
  readonly volume: bigint;
  readonly createdAtMs: number;
}

export type TokenFacts = ReadonlyMap<Mint, Facts>;

/** Rows per query: reading and parsing ten thousand at once would block others. */
const batch = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** In the order of the columns below; amounts as decimal strings. */
type Row = readonly [
  mint: Mint,
  price: string,
  supply: string,
  floor: string,
  maxSupply: string,
  coefficient: string,
  referralBonus: string,
  newMint: string | null,
  conversionRate: string | null,
  pool:
    | readonly [lamports: string, tokens: string, liquidityBps: number, creatorBps: number, platformBps: number]
    | null,
  freeSeats: number,
  volume: string,
  createdAtMs: number,
  lastPrice: string | null,
];

/** Reads everything that the listing can be sorted by, for all Tribes. */
export const createReadFacts = (ctx: AppContext) => async (): Promise<TokenFacts> => {
  const facts = new Map<Mint, Facts>();
  const dayAgo = ctx.now() - dayMs;
  for (let after = ""; ; ) {
    const rows = await readBatch(ctx, after, dayAgo);
    for (const row of rows) facts.set(row[0], factsOf(row, dayAgo));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return facts;
    after = last[0];
    await setImmediate();
  }
};

const readBatch = async ({ db }: AppContext, after: string, dayAgo: number): Promise<readonly Row[]> => {
  const { rows } = await db.execute<{ facts: readonly Row[] | null }>(sql`
    select json_agg(json_build_array(
      token.mint, token.price::text, token.supply::text, token.floor::text, token.max_supply::text,
      token.coefficient::text, token.referral_bonus::text, token.new_mint, token.conversion_rate::text,
      case when pool.mint is not null then json_build_array(
        pool.lamports::text, pool.tokens::text, pool.liquidity_bps, pool.creator_bps, pool.platform_bps) end,
      greatest(channel.group_size - channel.member_count, 0), token.ranked_volume::text,
      floor(extract(epoch from token.created_at) * 1000)::bigint, last.price::text
    ) order by token.mint) as facts
    from (select * from ${tokens} where ${tokens.mint} > ${after} order by ${tokens.mint} limit ${batch}) as token
    join ${channels} as channel on channel.mint = token.mint
    left join ${pools} as pool on pool.mint = token.mint
    left join lateral (
      select ${trades.priceAfter} as price from ${trades}
      where ${trades.mint} = token.mint and ${trades.blockTime} <= ${new Date(dayAgo).toISOString()}::timestamptz
      order by ${trades.blockTime} desc, ${trades.seq} desc limit 1
    ) as last on true`);
  return rows[0]?.facts ?? [];
};

const factsOf = (row: Row, dayAgo: number): Facts => {
  const [, price, supply, floor, maxSupply, coefficient, referralBonus, newMint, rate, pool, ...rest] = row;
  const [freeSeats, volume, createdAtMs, lastPrice] = rest;
  const tribe = {
    price: lamports(BigInt(price)),
    supply: tokenUnits(BigInt(supply)),
    floor: tokenUnits(BigInt(floor)),
    maxSupply: tokenUnits(BigInt(maxSupply)),
    coefficient: BigInt(coefficient),
    referralBonus: tokenUnits(BigInt(referralBonus)),
    newMint,
    conversionRate: rate === null ? null : BigInt(rate),
    pool: pool && {
      lamports: lamports(BigInt(pool[0])),
      tokens: newTokenUnits(BigInt(pool[1])),
      liquidityBps: pool[2],
      creatorBps: pool[3],
      platformBps: pool[4],
    },
    lastSeat: null,
  };
  const isOld = createdAtMs <= dayAgo;
  return {
    price: tribe.price,
    shownPrice: pricesOf(tribe).shown(tribe.price),
    marketCap: marketCapOf(tribe),
    priceDayAgo: !isOld
      ? null
      : lastPrice === null
        ? unitPrice(tribe.floor, tribe.coefficient)
        : lamports(BigInt(lastPrice)),
    freeSeats,
    volume: BigInt(volume),
    createdAtMs,
  };
};

const millionths = 1_000_000n;
/** Room for a volume below the free seats in one key: 144 million SOL. */
const volumeBits = 57n;
const maxVolume = (1n << volumeBits) - 1n;

const keyBy: Readonly<Record<FactSort, (facts: Facts) => bigint>> = {
  price: ({ shownPrice }) => shownPrice,
  marketCap: ({ marketCap }) => marketCap,
  // In millionths of the old price. A token without a price a day ago counts as unchanged, in either direction.
  change: ({ price, priceDayAgo }) =>
    priceDayAgo === null || priceDayAgo === 0n ? millionths : (price * millionths) / priceDayAgo,
  seats: ({ freeSeats, volume }) => (BigInt(freeSeats) << volumeBits) | (volume < maxVolume ? volume : maxVolume),
  newest: ({ createdAtMs }) => BigInt(createdAtMs),
};

/** The key of each token in this sort. */
export const keysBy = (sort: FactSort, facts: TokenFacts): SortKeys => {
  const keys = new Map<Mint, bigint>();
  for (const [mint, each] of facts) keys.set(mint, keyBy[sort](each));
  return keys;
};
