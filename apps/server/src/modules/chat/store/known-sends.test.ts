import type { Mint, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { readSends } from "./known-sends.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.ctx.db.execute(sql`
    insert into messages (mint, number, seq, id, author_uid, client_id, text)
    select 'chat-' || n % 40, n, n, gen_random_uuid(), 'author-' || n % 50, gen_random_uuid(), 'said before'
    from generate_series(1, 20000) as n`);
  await app.ctx.db.execute(sql`analyze messages`);
});
afterAll(() => app.stop());

test("a batch of sends is looked up by index, without reading other messages", async () => {
  const { rows: earlier } = await app.ctx.db.execute<{ mint: Mint; uid: Uid; clientId: string; number: string }>(
    sql`select mint, author_uid as uid, client_id as "clientId", number from messages order by number limit 100`,
  );
  const sends = earlier.map(({ mint, uid, clientId }) => ({ mint, uid, clientId, sessionId: null, text: "again" }));
  const { known, rowsRead } = await app.ctx.db.transaction(async (tx) => {
    const rowsReadSoFar = async () => {
      const { rows } = await tx.execute<{ count: string }>(
        sql`select sum(seq_tup_read) as count from pg_stat_xact_user_tables where relname like 'messages%'`,
      );
      return Number(rows[0]?.count);
    };
    const readBefore = await rowsReadSoFar();
    const read = await readSends(tx, sends, Date.now());
    return { known: read, rowsRead: (await rowsReadSoFar()) - readBefore };
  });
  expect(known.sends.map(({ before }) => before?.seq)).toEqual(earlier.map(({ number }) => Number(number)));
  expect(rowsRead).toBe(0);
});
