import { type Candle, type Mint, routes } from "@tribe/contract";
import { candlesOf, joinCandles, pricedTrade } from "@tribe/domain/chart";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokens, trades } from "../indexer/schema.ts";
import { type ChiefWorld, startChiefWorld, unchecked } from "../indexer/testing/chief-world.ts";
import { indexTrades } from "../indexer/testing/indexed-tribe.ts";

let world: ChiefWorld;
beforeAll(async () => {
  world = await startChiefWorld();
});
afterAll(() => world.stop());

const ask = (mint: Mint, interval: number, before?: string) =>
  world.chief.call(routes.market.candles, { query: { mint, interval, ...(before ? { before } : {}) } });

/** The candles that a page computes from the trades before a cursor. */
const ownCandles = async (mint: Mint, interval: number, before?: string) => {
  const query = { mint, offset: 0, limit: 500, ...(before ? { before } : {}) };
  const points = await world.chief.call(routes.market.history, { query });
  const [token] = await world.app.ctx.db.select().from(tokens).where(eq(tokens.mint, mint));
  const coefficient = token?.coefficient ?? 0n;
  // The test's trades do not follow the curve: as in a pool, a price is known only after a trade.
  return candlesOf(points.map((point) => ({ ...pricedTrade(point, coefficient), before: null })).reverse(), interval);
};

test("equal those computed from the trades, of curve and pool, for each interval and cursor", async () => {
  const mint = await world.newTribe();
  await indexTrades(world.app.ctx, mint, 1, 120);
  await indexTrades(world.app.ctx, mint, 1, 80, "pool");
  // Prices that rise and fall, with the pool's trades after the curve's, as on the chain.
  await world.app.ctx.db.execute(sql`
    update ${trades} set price_after = 100000 + (seq * 7919) % 1000,
      block_time = block_time + (case when venue = 'pool' then interval '150 seconds' else interval '0' end)
    where mint = ${mint}`);
  for (const interval of [5, 60, 900, 86_400])
    for (const before of [undefined, "pool:40", "pool:1", "curve:61", "curve:2"]) {
      const { candles, before: next } = await ask(mint, interval, before);
      expect(candles, `${interval} s before ${before}`).toEqual(await ownCandles(mint, interval, before));
      expect(next).toBeNull();
    }
});

test("of batches of 20,000 trades merge to those of all", async () => {
  const mint = await world.newTribe();
  await indexTrades(world.app.ctx, mint, 1, 45_000);
  let joined: readonly Candle[] = [];
  const cursors: (string | null)[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await ask(mint, 60, before);
    joined = joinCandles(page.candles, joined);
    before = page.before;
    cursors.push(before);
  }
  expect(cursors).toEqual(["curve:25001", "curve:5001", null]);
  expect(joined.reduce((sum, { trades }) => sum + trades, 0)).toBe(45_000);
  for (const [index, { open }] of joined.entries()) if (index > 0) expect(open).toBe(joined[index - 1]?.close);
});

test("are empty before the first trade, and not found for an unknown Tribe", async () => {
  const mint = await world.newTribe();
  await indexTrades(world.app.ctx, mint, 1, 3);
  expect(await ask(mint, 60, "curve:1")).toEqual({ candles: [], before: null });
  await expect(ask(world.chief.person.address as string as Mint, 60)).rejects.toMatchObject({ code: "not_found" });
  for (const interval of ["0", "4", "604801", "60.5", "a minute"])
    await expect(
      world.chief.call(unchecked(routes.market.candles), { query: { mint, interval } }),
    ).rejects.toMatchObject({ status: 400 });
});
