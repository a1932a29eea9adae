import type { Mint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { pools, tokens, trades } from "../../indexer/schema.ts";
import { channels } from "../../membership/schema.ts";

/** A token as it is read for sorting, in the order of the columns below; amounts as decimal strings. */
export type FactsRow = readonly [
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

/**
 * What the tokens with the next greater mints than `after` can be sorted by; `dayAgo` in ms. All rows as one value: thousands of
 * separate ones would cost the server's thread far more (`npm run bench`, `market`).
 */
export const factsAfter = async (
  db: Executor,
  after: string,
  limit: number,
  dayAgo: number,
): Promise<readonly FactsRow[]> => {
  const { rows } = await db.execute<{ facts: readonly FactsRow[] | null }>(sql`
    select json_agg(json_build_array(
      token.mint, token.price::text, token.supply::text, token.floor::text, token.max_supply::text,
      token.coefficient::text, token.referral_bonus::text, token.new_mint, token.conversion_rate::text,
      case when pool.mint is not null then json_build_array(
        pool.lamports::text, pool.tokens::text, pool.liquidity_bps, pool.creator_bps, pool.platform_bps) end,
      greatest(channel.group_size - channel.member_count, 0), token.ranked_volume::text,
      floor(extract(epoch from token.created_at) * 1000)::bigint, last.price::text
    ) order by token.mint) as facts
    from (select * from ${tokens} where ${tokens.mint} > ${after} order by ${tokens.mint} limit ${limit}) as token
    join ${channels} as channel on channel.mint = token.mint
    left join ${pools} as pool on pool.mint = token.mint
    left join lateral (
      select ${trades.priceAfter} as price from ${trades}
      where ${trades.mint} = token.mint and ${trades.blockTime} <= ${new Date(dayAgo).toISOString()}::timestamptz
      order by ${trades.blockTime} desc, ${trades.seq} desc limit 1
    ) as last on true`);
  return rows[0]?.facts ?? [];
};
