import { type Mint, routes, type TradePoint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChiefWorld, startChiefWorld, unchecked } from "../indexer/testing/chief-world.ts";
import { indexTrades } from "../indexer/testing/indexed-tribe.ts";

let world: ChiefWorld;
beforeAll(async () => {
  world = await startChiefWorld();
});
afterAll(() => world.stop());

const ask = (query: Record<string, string>) => world.chief.call(unchecked(routes.market.history), { query });
const page = (mint: Mint, rest: { before?: string; offset?: number; limit?: number }) =>
  world.chief.call(routes.market.history, { query: { mint, offset: 0, limit: 500, ...rest } });
const seqs = (points: readonly TradePoint[]) => points.map(({ seq }) => seq);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe("the history of a token", () => {
  test("has pages of 500 trades, the newest first", async () => {
    const mint = await world.newTribe();
    await indexTrades(world.app.ctx, mint, 1, 510);
    expect(seqs(await page(mint, {}))).toEqual(down(510, 11));
    expect(seqs(await page(mint, { offset: 500 }))).toEqual(down(10, 1));
    expect(seqs(await page(mint, { offset: 510 }))).toEqual([]);
  });

  test("continues after a trade without a duplicate or a gap, also with new trades meanwhile", async () => {
    const mint = await world.newTribe();
    let newest = 40;
    await indexTrades(world.app.ctx, mint, 1, newest);
    const read = await page(mint, { limit: 7 });
    for (;;) {
      await indexTrades(world.app.ctx, mint, newest + 1, newest + 5);
      newest += 5;
      const next = await page(mint, { limit: 7, before: `curve:${read.at(-1)?.seq}` });
      if (next.length === 0) break;
      read.push(...next);
    }
    expect(seqs(read)).toEqual(down(40, 1));
  });

  test("continues from the pool's trades to the curve's, each with its venue's own count", async () => {
    const mint = await world.newTribe();
    await indexTrades(world.app.ctx, mint, 1, 6);
    await indexTrades(world.app.ctx, mint, 1, 3, "pool");
    const places = (points: readonly TradePoint[]) => points.map(({ venue, seq }) => `${venue}:${seq}`);
    const first = await page(mint, { limit: 2 });
    expect(places(first)).toEqual(["pool:3", "pool:2"]);
    expect(places(await page(mint, { limit: 3, before: "pool:2" }))).toEqual(["pool:1", "curve:6", "curve:5"]);
    expect(places(await page(mint, { before: "curve:3" }))).toEqual(["curve:2", "curve:1"]);
  });

  test("counts an offset from the trade that it follows", async () => {
    const mint = await world.newTribe();
    await indexTrades(world.app.ctx, mint, 1, 20);
    expect(seqs(await page(mint, { before: "curve:15", offset: 2, limit: 3 }))).toEqual([12, 11, 10]);
  });

  test("is separate for each token", async () => {
    const [one, other] = [await world.newTribe(), await world.newTribe()];
    await indexTrades(world.app.ctx, one, 1, 3);
    expect(await page(other, {})).toEqual([]);
  });

  test("refuses invalid requests with the field", async () => {
    const mint = await world.newTribe();
    const wrong: readonly (readonly [Record<string, string>, string])[] = [
      [{}, "query.mint"],
      [{ mint: "not an address" }, "query.mint"],
      [{ mint, limit: "501" }, "query.limit"],
      [{ mint, limit: "0" }, "query.limit"],
      [{ mint, offset: "-1" }, "query.offset"],
      [{ mint, offset: "1.5" }, "query.offset"],
      [{ mint, before: "12" }, "query.before"],
      [{ mint, before: "curve:-1" }, "query.before"],
      [{ mint, before: "market:1" }, "query.before"],
      [{ mint, before: "curve:99999999999999999999" }, "query.before"],
    ];
    for (const [query, field] of wrong)
      await expect(ask(query)).rejects.toMatchObject({ code: "invalid_field", field });
    await expect(ask({ mint: "11111111111111111111111111111111" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("reads only its index, also deep among very many trades", async () => {
    const many = process.env.TRIBE_LONG === "1" ? 1_000_000 : 100_000;
    const mint = await world.newTribe();
    await indexTrades(world.app.ctx, mint, 1, many);
    await world.app.ctx.db.execute(sql`analyze trades`);
    const { rows } = await world.app.ctx.db.execute<{ "QUERY PLAN": readonly { Plan: Plan }[] }>(sql`
      explain (analyze, format json) select * from trades
      where mint = ${mint} and seq < ${many / 2} order by seq desc offset 0 limit 500`);
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    expect(plan).toMatchObject({
      "Node Type": "Limit",
      Plans: [{ "Node Type": "Index Scan", "Scan Direction": "Backward", "Actual Rows": 500 }],
    });
    expect(seqs(await page(mint, { before: `curve:${many / 2}` }))).toEqual(down(many / 2 - 1, many / 2 - 500));
  });
});

interface Plan {
  readonly "Node Type": string;
  readonly Plans?: readonly Plan[];
}
