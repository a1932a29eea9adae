import { createPool } from "../../apps/server/src/db/client.ts";

/** How much there is: by default what the listing must be quick with. */
export interface ListingSize {
  readonly tribes: number;
  readonly trades: number;
}

export const fullListing: ListingSize = { tribes: 10_000, trades: 1_000_000 };

/** `text` as base58 of 40 characters, different for every number. */
const addressSql = (kind: string, number: string): string =>
  `translate(md5('${kind}' || ${number}) || left(md5(${number} || '${kind}'), 8), '0', 'z')`;

/**
 * Fills an empty, migrated database with Tribes, their creators and their trades: a few Tribes have most of the trades,
 * four in ten trades are of the last day and the rest of a month, one in fifty Tribes has migrated.
 */
export const seedListing = async (databaseUrl: string, size: ListingSize = fullListing): Promise<void> => {
  const pool = createPool(databaseUrl, {
    max: 1,
    onError: (error) => {
      throw error;
    },
  });
  try {
    for (const statement of statementsFor(size)) await pool.query(statement);
  } finally {
    await pool.end();
  }
};

const names = "array['Ember','Ash','Flint','Birch','Kiln','Cinder','Hearth','Tinder','Beacon','Torch']";

const statementsFor = ({ tribes, trades }: ListingSize): readonly string[] => [
  "select setseed(0.42)",
  `insert into people (uid, email, address, display_name)
   select 'person-' || n, 'p' || n || '@bench.test', ${addressSql("creator", "n")}, 'Creator ' || n
   from generate_series(1, ${tribes}) n`,
  `insert into tokens (mint, token_id, creator_address, name, symbol, supply, reserve, floor, max_supply, coefficient,
     referral_bonus, next_seq, holder_count, new_mint, liquidity_address, price, created_at)
   select ${addressSql("mint", "n")}, n, ${addressSql("creator", "n")},
     (${names})[1 + n % 10] || ' ' || (${names})[1 + n / 10 % 10] || ' ' || n, upper(left(md5(n::text), 3)),
     150000000000 + (n::bigint * 7919 % 1000) * 1000000000, n::bigint * 1000000, 150000000000, 3030000000000, 100000000,
     0, 1000000, n % 400, case when n % 50 = 0 then ${addressSql("new", "n")} end,
     case when n % 50 = 0 then ${addressSql("pool", "n")} end,
     225000 + n, now() - interval '31 days'
   from generate_series(1, ${tribes}) n`,
  `insert into channels (mint, group_size, member_count) select mint, 12, holder_count % 13 from tokens`,
  `with drawn as materialized
     (select n, (1 + floor(${tribes} * random() ^ 3))::int as tribe from generate_series(1, ${trades}) n)
   insert into trades (mint, seq, signature, kind, trader, amount, value, unit_price, supply_after, platform_fee,
     creator_fee, referral_fee, is_ranked, venue, price_after, block_time)
   select mint, n, translate(md5(n::text) || md5('s' || n), '0', 'z'), 'buy', creator_address, 1000000000,
     (1 + floor(1e9 * random()))::bigint, 265000, 150000000000 + n, 0, 0, 0, random() > 0.05, 'curve', 225000 + n % 99999,
     now() - interval '30 days' * random() ^ 4
   from drawn join tokens on token_id = tribe`,
  `update tokens set ranked_volume = sums.volume, volume = sums.volume
   from (select mint, sum(value) as volume from trades where is_ranked group by mint) sums where sums.mint = tokens.mint`,
  "vacuum analyze",
];
