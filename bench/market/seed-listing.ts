import { createPool } from "../../apps/server/src/db/client.ts";

/** The size of the data: by default the one for which the listing must be fast. */
export interface ListingSize {
  readonly tribes: number;
  readonly trades: number;
}

export const fullListing: ListingSize = { tribes: 10_000, trades: 1_000_000 };

/** Wallets that trade; the first ones are the creators'. */
const wallets = 50_000;

/** `text` as base58 of 40 characters, different for every number. */
const addressSql = (kind: string, number: string): string =>
  `translate(md5('${kind}' || ${number}) || left(md5(${number} || '${kind}'), 8), '0', 'z')`;

/**
 * Fills an empty, migrated database with Tribes, their creators (with a picture: nobody is a Chief without one) and their trades: a few Tribes have most of the trades,
 * four in ten trades are of the last day and the rest of a month, one in fifty Tribes has migrated. Three in
 * ten trades are of somebody whom another creator invited, and a few of those invited most.
 */
export const seedListing = (databaseUrl: string, size: ListingSize = fullListing): Promise<void> =>
  runAll(databaseUrl, statementsFor(size));

const runAll = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const pool = createPool(databaseUrl, {
    max: 1,
    // Inserting a million rows takes long.
    timeouts: { statement: 0, lock: 0, idleInTransaction: 0, answerGrace: 5_000 },
    onError: (error) => {
      throw error;
    },
  });
  try {
    for (const statement of statements) await pool.query(statement);
  } finally {
    await pool.end();
  }
};

/** Flushes the seeded data to disk before anything is measured. */
const settled = ["vacuum analyze", "checkpoint"];

const names = "array['Ember','Ash','Flint','Birch','Kiln','Cinder','Hearth','Tinder','Beacon','Torch']";

const statementsFor = ({ tribes, trades }: ListingSize): readonly string[] => [
  "select setseed(0.42)",
  `insert into people (uid, email, address, display_name, pfp)
   select 'person-' || n, 'p' || n || '@bench.test', ${addressSql("creator", "n")}, 'Creator ' || n, '/icons/icon-192.png'
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
  `with drawn as materialized
     (select n, (1 + floor(${tribes} * random() ^ 3))::int as tribe, (1 + floor(${wallets} * random()))::int as wallet,
        case when random() < 0.3 then (1 + floor(${tribes} * random() ^ 3))::int end as inviter,
        (1 + floor(1e9 * random()))::bigint as value
      from generate_series(1, ${trades}) n)
   insert into trades (mint, seq, signature, kind, trader, amount, value, unit_price, supply_after, platform_fee,
     creator_fee, referral_fee, referrer, is_ranked, venue, price_after, block_time)
   select mint, n, translate(md5(n::text) || md5('s' || n), '0', 'z'), 'buy', ${addressSql("creator", "wallet")}, 1000000000,
     value, 265000, 150000000000 + n, value * 2 / 100, value * 2 / 100,
     case when inviter is null then 0 else value * 6 / 1000 end,
     case when inviter is not null then ${addressSql("creator", "inviter")} end,
     random() > 0.05, 'curve', 225000 + n % 99999, now() - interval '30 days' * random() ^ 4
   from drawn join tokens on token_id = tribe`,
  `update tokens set ranked_volume = sums.volume, volume = sums.volume, creator_earned = sums.fees, creator_trades = sums.trades
   from (select mint, coalesce(sum(value) filter (where is_ranked), 0) as volume, sum(creator_fee) as fees,
     count(*) filter (where creator_fee > 0) as trades from trades group by mint) sums
   where sums.mint = tokens.mint`,
  `insert into referrers (address, earned, trades)
   select referrer, sum(referral_fee), count(*) from trades where referral_fee > 0 group by referrer`,
  `insert into channels (mint, group_size, member_count) select mint, 12, holder_count % 13 from tokens`,
  ...settled,
];

/** Adds holders: a quarter of a Tribe's traders. */
export const seedHolders = (databaseUrl: string): Promise<void> =>
  runAll(databaseUrl, [
    `insert into token_accounts (account, mint, owner, amount, version)
     select ${addressSql("account", "mint || trader")}, mint, trader, (1 + floor(1e12 * random()))::bigint, 1
     from (select distinct mint, trader from trades where left(md5(mint || trader), 1) < '4') held`,
    `insert into holdings (mint, owner, amount) select mint, owner, sum(amount) from token_accounts group by mint, owner`,
    `update tokens set holder_count = counted.holders
     from (select mint, count(*) as holders from holdings group by mint) counted where counted.mint = tokens.mint`,
    ...settled,
  ]);
