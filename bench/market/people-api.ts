import { type AnswerOf, type Mint, routes } from "@tribe/contract";
import { createPool } from "../../apps/server/src/db/client.ts";
import { percentile, type Row } from "../suite.ts";
import { seedHolders } from "./seed-listing.ts";
import { drawer, newVisitor } from "./visitor.ts";
import type { ListingServer } from "./with-listing.ts";

type Pool = ReturnType<typeof createPool>;

const askers = 4;
const asksEach = 250;
const warmUp = 20;
/** Tribes of which every other call asks: those with the most holders. */
const largest = 10;
/** Numbers of seeded people: who has the most trades and the most invited ones, and others down to hardly any. */
const earners = [1, 2, 100, 5_000] as const;
/** Pages that somebody goes down in their earnings before they begin again. */
const deepest = 10;

/**
 * The calls whose answers are sums, on the same database: the holders of a Tribe, and what a person earned as Chief and as
 * inviter. Four at once, without a pause between their calls.
 */
export const peopleApi = async ({ appUrl, databaseUrl }: ListingServer): Promise<readonly Row[]> => {
  await seedHolders(databaseUrl);
  const pool = createPool(databaseUrl, {
    max: 1,
    onError: (error) => {
      throw error;
    },
  });
  try {
    return [
      ...rowsOf("holders_api", await holdersTimes(appUrl, pool)),
      ...rowsOf("earnings_api", await earningsTimes(appUrl, pool)),
    ];
  } finally {
    await pool.end();
  }
};

const rowsOf = (name: string, times: readonly number[]): Row[] => {
  const row = (part: string, share: number, bar: number | null): Row => ({
    name: `${name}.${part}`,
    value: Math.round(percentile(times, share) * 10) / 10,
    unit: "ms",
    bar,
    better: "lower",
  });
  return [row("p50", 0.5, null), row("p99", 0.99, 50), row("worst", 1, null)];
};

const holdersTimes = async (appUrl: string, pool: Pool): Promise<number[]> => {
  const { rows } = await pool.query<{ mint: Mint }>("select mint from tokens order by holder_count desc, mint");
  const mints = rows.map(({ mint }) => mint);
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: askers }, async (_, seed) => {
      const { api, lastMs } = await newVisitor(appUrl);
      const draw = drawer(seed);
      for (let asked = -warmUp; asked < asksEach; asked += 1) {
        const mint = draw(asked % 2 === 0 ? mints.slice(0, largest) : mints);
        const { holders } = await api(routes.token.holders, { query: { mint } });
        if (asked % 2 === 0 && holders.length < 100) throw new Error(`a large Tribe has ${holders.length} holders`);
        if (asked >= 0) times.push(lastMs());
      }
    }),
  );
  return times;
};

const earningsTimes = async (appUrl: string, pool: Pool): Promise<number[]> => {
  const times: number[] = [];
  await Promise.all(
    earners.map(async (number) => {
      const { api, lastMs, signIn } = await newVisitor(appUrl);
      const email = `earner-${number}@bench.test`;
      await signIn(email);
      // The seeded person's wallet is this one's now.
      const taken = "update people set address = null where uid = $1 returning uid";
      const address = (await pool.query("select address from people where uid = $1", [`person-${number}`])).rows[0];
      await pool.query(taken, [`person-${number}`]);
      await pool.query("update people set address = $1 where email = $2", [address?.address, email]);
      let cursor: string | null = null;
      for (let asked = -warmUp; asked < asksEach; asked += 1) {
        const page: AnswerOf<typeof routes.earnings.list> = await api(routes.earnings.list, {
          query: { limit: 25, ...(cursor ? { cursor } : {}) },
        });
        if (page.creator.trades === 0) throw new Error(`person ${number} earned nothing`);
        if (asked >= 0) times.push(lastMs());
        cursor = (asked + warmUp) % deepest === deepest - 1 ? null : page.nextCursor;
      }
    }),
  );
  return times;
};
