import type { Mint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { isPaidOut } from "../../earnings/rules/payouts.ts";
import { payoutsOf } from "../../earnings/store/payouts.ts";
import { chainEvents } from "../schema.ts";
import { collects, isCollect } from "./collects.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const mint = "So11111111111111111111111111111111111111112" as Mint; // any address

/** Events of one token: very many trades, and one payout of each venue among them. */
const indexEvents = async () => {
  await app.ctx.db.execute(sql`
    insert into ${chainEvents} (signature, event_index, kind, mint, seq, slot, block_time, data)
    select n::text, 0,
      case n when 100 then ${collects.curve} when 15000 then ${collects.pool} else 'tokenBought' end,
      ${mint}, n, n, now(), jsonb_build_object('creatorAmount', n::text)
    from generate_series(1, 20000) as n`);
  await app.ctx.db.execute(sql`analyze ${chainEvents}`);
};

test("the migrated index contains the payouts that the code queries, so that no trades are read for them", async () => {
  await indexEvents();
  const { rows } = await app.ctx.db.execute<{ "QUERY PLAN": string }>(sql`
    explain select * from ${chainEvents} where ${chainEvents.mint} = any(${sql.param([mint])}) and ${isCollect(chainEvents.kind)}`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("chain_events_collects");
  const payouts = await payoutsOf(app.ctx.db, [mint]);
  expect([99n, 100n].map((seq) => isPaidOut(payouts, { venue: "curve", mint, seq }))).toEqual([true, false]);
  expect([14_999n, 15_000n].map((seq) => isPaidOut(payouts, { venue: "pool", mint, seq }))).toEqual([true, false]);
});
