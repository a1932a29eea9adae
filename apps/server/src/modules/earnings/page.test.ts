import type { Address, Mint } from "@tribe/contract";
import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor } from "../../db/client.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { tokens } from "../indexer/schema.ts";
import { earningsPage } from "./page.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

// Any text is fine, because no chain reads them.
const [busy, quiet] = ["busy" as Mint, "quiet-1" as Mint];
const [famous, nobody] = ["famous" as Address, "nobody" as Address];

/** Rows of `trades` that `page` reads in the same transaction. */
const readBy = async (tx: Executor, page: () => Promise<unknown>): Promise<number> => {
  const count = async () => {
    const { rows } = await tx.execute<{ count: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'trades'`);
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  await page();
  return (await count()) - before;
};

test("a page reads few more rows than it shows, also for a token or an inviter with very many trades", async () => {
  const { db } = app.ctx;
  await db.execute(sql`insert into tokens (mint, token_id, creator_address, name, symbol, supply, reserve, floor, max_supply,
      coefficient, referral_bonus, next_seq, price, created_at)
    select mint, row_number() over (), 'creator', mint, mint, 0, 0, 0, 0, 0, 0, 0, 0, now()
    from (select 'busy' as mint union all select 'quiet-' || n from generate_series(1, 3000) as n)`);
  // Most tokens have a dozen trades and most inviters some fifteen; one token and one inviter have thousands. As on a chain
  // they are mixed, and most trades have no referrer.
  await db.execute(sql`insert into trades (mint, seq, signature, kind, trader, amount, value, unit_price, supply_after,
      platform_fee, creator_fee, referral_fee, referrer, is_ranked, block_time, venue, price_after)
    select mint, n, n, 'buy', 'trader', 1, 1, 1, 1, 1, 1, case when referrer is null then 0 else 1 end, referrer,
      true, timestamptz '2026-01-01' + n * interval '1 second', 'curve', 1
    from (
      select n, 'busy' as mint, null as referrer from generate_series(1, 5000) as n
      union all select n, 'quiet-' || 1 + n % 3000, null from generate_series(10001, 40000) as n
      union all select n, 'quiet-' || 1 + n % 3000, 'inviter-' || n % 200 from generate_series(40001, 43000) as n
      union all select n, 'quiet-' || 1 + n % 3000, 'famous' from generate_series(50001, 52000) as n
    ) as kinds order by md5(n::text)`);
  await db.execute(sql`analyze tokens, trades`);

  const own = await db
    .select()
    .from(tokens)
    .where(inArray(tokens.mint, [busy, quiet]));
  await db.transaction(async (tx) => {
    // Often enough that the connection uses a generic plan.
    for (let read = 0; read < 8; read += 1) {
      const asOwner = () => earningsPage(tx, { address: nobody, own }, undefined, 25);
      const asInviter = () => earningsPage(tx, { address: famous, own: [] }, undefined, 25);
      expect(await readBy(tx, asOwner)).toBeLessThan(150);
      expect(await readBy(tx, asInviter)).toBeLessThan(150);
    }
  });
});
