import { type Address, type Mint, routes, tokenUnits } from "@tribe/contract";
import { createDatabase, createPool } from "../../apps/server/src/db/client.ts";
import { recordObservedBalances } from "../../apps/server/src/modules/indexer/index.ts";
import { percentile, type Row } from "../suite.ts";
import { type Scene, seedTribes } from "./scene.ts";

const joiners = 20_000;
const times = 200;

/** A Tribe that twenty thousand people have joined: its profile, and what a member's trade changes in it. */
export const joinerRows = async ({ databaseUrl, pool, signIn }: Scene): Promise<Row[]> => {
  const { api } = await signIn("looks@bench.test");
  const [few = "", many = ""] = await seedTribes(pool, 2, []);
  for (const [mint, count] of [
    [few, 99],
    [many, joiners],
  ] as const) {
    await pool.query(
      `insert into holdings (mint, owner, amount) select $1, 'holder-' || n, 10000000000 + n::bigint * 1000000 from generate_series(1, $2::int) n`,
      [mint, count],
    );
    await pool.query(
      `insert into token_accounts (account, mint, owner, amount, version)
       select left($1, 20) || n, $1, 'holder-' || n, 10000000000 + n::bigint * 1000000, 1 from generate_series(1, $2::int) n`,
      [mint, count],
    );
    await pool.query(
      `insert into seats (mint, uid, address, state, join_order, holding)
       select $1, 'joiner-' || n, 'holder-' || n, case when n > $2::int - 99 then 'active' else 'expired' end, n,
         10000000000 + n::bigint * 1000000 from generate_series(1, $2::int) n`,
      [mint, count],
    );
    await pool.query("update channels set member_count = 99, join_count = $2 where mint = $1", [mint, count]);
  }
  await pool.query("vacuum analyze seats, holdings, token_accounts");

  const own = createPool(databaseUrl, {
    max: 1,
    onError: (error) => {
      throw error;
    },
  });
  const db = createDatabase(own);
  /** In turns, so that caches favour neither. @returns medians, of the many and of the few */
  const timed = async (work: (mint: string, count: number, index: number) => Promise<unknown>): Promise<Medians> => {
    const took = { many: [] as number[], few: [] as number[] };
    for (let index = 0; index < times; index += 1)
      for (const [side, mint, count] of [["many", many, joiners] as const, ["few", few, 99] as const]) {
        const began = performance.now();
        await work(mint, count, index);
        took[side].push(performance.now() - began);
      }
    return { many: percentile(took.many, 0.5), few: percentile(took.few, 0.5) };
  };
  const profile = await timed((mint) => api(routes.market.profile, { query: { mint: mint as Mint } }));
  // The largest holder sells a little, and stays.
  const trade = await timed((mint, count, index) => {
    const owner = `holder-${count}` as Address; // any text, as nothing reads it on a chain
    const account = `${mint.slice(0, 20)}${count}` as Address; // as above
    const amount = tokenUnits(90_000_000_000n - BigInt(index));
    return db.transaction((tx) =>
      recordObservedBalances(tx, [{ account, mint: mint as Mint, owner, amount, version: index + 2 }]),
    );
  });
  const rows = [
    row("profile.p50", profile, 5),
    // Issue 14's limit in milliseconds is for the profile. A trade takes twelve queries whatever the Tribe's size, and is
    // compared with one among 99 members.
    row("member_trade.p50", trade, null),
    {
      name: "joiners_20000.member_trade.ratio",
      value: Math.round((100 * trade.many) / trade.few) / 100,
      unit: "×",
      bar: 1.2,
      better: "lower" as const,
    },
  ];
  await own.end();
  return rows;
};

interface Medians {
  readonly many: number;
  readonly few: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const row = (name: string, { many, few }: Medians, bar: number | null): Row => ({
  ...{ name: `joiners_20000.${name}`, value: round(many), unit: "ms", bar, better: "lower" },
  versus: { who: "99 joiners", value: round(few) },
});
