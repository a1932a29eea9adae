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
  const timed = async (work: (index: number) => Promise<unknown>): Promise<number> => {
    const took: number[] = [];
    for (let index = 0; index < times; index += 1) {
      const began = performance.now();
      await work(index);
      took.push(performance.now() - began);
    }
    return Math.round(percentile(took, 0.5) * 10) / 10;
  };
  const profile = (mint: string) => timed(() => api(routes.market.profile, { query: { mint: mint as Mint } }));
  // The largest holder sells a little, and stays.
  const trade = (mint: string, count: number) =>
    timed((index) => {
      const owner = `holder-${count}` as Address; // any text, as nothing reads it on a chain
      const account = `${mint.slice(0, 20)}${count}` as Address; // as above
      const amount = tokenUnits(90_000_000_000n - BigInt(index));
      return db.transaction((tx) =>
        recordObservedBalances(tx, [{ account, mint: mint as Mint, owner, amount, version: index + 2 }]),
      );
    });
  const rows = [
    row("joiners_20000.profile.p50", await profile(many), await profile(few)),
    row("joiners_20000.member_trade.p50", await trade(many, joiners), await trade(few, 99)),
  ];
  await own.end();
  return rows;
};

const row = (name: string, value: number, few: number): Row => ({
  ...{ name, value, unit: "ms", bar: 5, better: "lower" },
  versus: { who: "99 joiners", value: few },
});
