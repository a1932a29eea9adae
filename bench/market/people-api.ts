import { type Credentials, type Mint, routes } from "@tribe/contract";
import { createPool } from "../../apps/server/src/db/client.ts";
import { percentile, type Row } from "../suite.ts";
import { seedHolders } from "./seed-listing.ts";
import { drawer, newVisitor, type Visitor } from "./visitor.ts";
import type { ListingServer } from "./with-listing.ts";

type Pool = ReturnType<typeof createPool>;

const askers = 4;
const asksEach = 250;
const warmUp = 20;
/** Every other call is about one of this many Tribes with the most holders. */
const largest = 10;
/** Numbers of seeded people: from the one with the most trades and invited people down to one with hardly any. */
const earners = [1, 2, 100, 5_000] as const;
/** The number of pages that a visitor scrolls down in a list before they start again. */
const deepest = 10;

/**
 * The calls about people, on the same database: the holders of a Tribe, what a person earned as Chief and as inviter, and
 * what they hold and traded. Four at once, without a pause between their calls.
 */
export const peopleApi = async ({ appUrl, databaseUrl, credentials }: ListingServer): Promise<readonly Row[]> => {
  await seedHolders(databaseUrl);
  const pool = createPool(databaseUrl, {
    max: 1,
    onError: (error) => {
      throw error;
    },
  });
  try {
    const holders = await holdersTimes(appUrl, pool);
    const visitors = await earnersAt(appUrl, pool, credentials);
    return [
      ...rowsOf("holders_api", holders),
      ...rowsOf("earnings_api", await timesOf(visitors, earningsPage)),
      ...rowsOf("portfolio_api", await timesOf(visitors, portfolioPage)),
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
        const { holders } = await api(routes.market.holders, { query: { mint } });
        if (asked % 2 === 0 && holders.length < 100) throw new Error(`a large Tribe has ${holders.length} holders`);
        if (asked >= 0) times.push(lastMs());
      }
    }),
  );
  return times;
};

/** One call of a list. Returns the cursor of the next page. */
type AskPage = (visitor: Visitor, cursor: string | null, asked: number) => Promise<string | null>;

const pageOf = (cursor: string | null) => ({ query: { limit: 25, ...(cursor ? { cursor } : {}) } });

const earningsPage: AskPage = async ({ api }, cursor) => {
  const page = await api(routes.earnings.list, pageOf(cursor));
  if (page.creator.trades === 0) throw new Error("an earner earned nothing");
  return page.nextCursor;
};

/** Every other call is for their holdings. */
const portfolioPage: AskPage = async ({ api }, cursor, asked) => {
  if (asked % 2 === 0) {
    const { count } = await api(routes.market.holdings, {});
    if (count === 0) throw new Error("a trader holds nothing");
    return cursor;
  }
  const { trades, nextCursor } = await api(routes.market.ownTrades, pageOf(cursor));
  if (trades.length === 0) throw new Error("a trader has no trades");
  return nextCursor;
};

/** The people who signed up, which {@link peopleApi} needs. */
export const earnerEmails = earners.map((number) => `earner-${number}@bench.test`);

/** Gives the wallets of seeded people to the people who signed up. */
const earnersAt = (appUrl: string, pool: Pool, credentials: readonly Credentials[]): Promise<Visitor[]> =>
  Promise.all(
    earners.map(async (number, index) => {
      const seeded = `person-${number}`;
      const { rows } = await pool.query<{ address: string }>("select address from people where uid = $1", [seeded]);
      await pool.query("update people set address = null where uid = $1", [seeded]);
      await pool.query("update people set address = $1 where email = $2", [rows[0]?.address, earnerEmails[index]]);
      return newVisitor(appUrl, credentials[index]);
    }),
  );

const timesOf = async (visitors: readonly Visitor[], ask: AskPage): Promise<number[]> => {
  const times: number[] = [];
  await Promise.all(
    visitors.map(async (visitor) => {
      let cursor: string | null = null;
      for (let asked = -warmUp; asked < asksEach; asked += 1) {
        const next: string | null = await ask(visitor, cursor, asked);
        if (asked >= 0) times.push(visitor.lastMs());
        cursor = (asked + warmUp) % deepest === deepest - 1 ? null : next;
      }
    }),
  );
  return times;
};
