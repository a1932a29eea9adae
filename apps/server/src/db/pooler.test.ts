import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectExternalDatabase } from "../engines/database/external.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool } from "./client.ts";
import { findPgbouncer, startPgbouncer, type TestPooler } from "./testing/pgbouncer.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("for a pooler no statement has a name, not even one that was prepared, and a session has no settings", async () => {
  const pool = createPool(app.ctx.databaseUrl, { max: 1, onError: () => undefined, isPooled: true, plansOnce: true });
  const db = createDatabase(pool);
  expect((await db.execute(sql`select ${1}::int as one`)).rows).toEqual([{ one: 1 }]);
  await pool.query({ name: "named", text: "select $1::int", values: [1] });
  const { rows } = await pool.query(`
    select (select count(*)::int from pg_prepared_statements) as named,
      current_setting('statement_timeout') as timeout, current_setting('plan_cache_mode') as plans`);
  expect(rows).toEqual([{ named: 0, timeout: "0", plans: "auto" }]);
  await pool.end();
});

const path = findPgbouncer();
if (!path) process.stderr.write("SKIPPED: PgBouncer isn't here, so that a pooler is not tried\n");

describe.runIf(path !== null)("behind PgBouncer in transaction mode", () => {
  let pooler: TestPooler;
  beforeAll(async () => {
    // Two connections for everybody: each transaction is likely to get another one than the one before.
    pooler = await startPgbouncer(path ?? "", app.ctx.databaseUrl, 2);
  });
  afterAll(() => pooler.stop());

  test("it is refused until PostgreSQL has the timeouts that a pooler doesn't pass on, with the statements to run", async () => {
    const connect = () => connectExternalDatabase({ url: pooler.url, directUrl: app.ctx.databaseUrl });
    const refusal = await connect().then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );
    expect(refusal).toMatch(/^The pooler at DATABASE_URL has connections without timeouts\. Run in the database/);
    const settings = [...refusal.matchAll(/ALTER ROLE "[^"]+" (SET \w+ = '\w+';)/g)].map(([, setting]) => setting);
    expect(settings).toHaveLength(3);
    // For this database alone: other tests share the role.
    const name = new URL(app.ctx.databaseUrl).pathname.slice(1);
    for (const setting of settings) await app.ctx.pool.query(`alter database ${name} ${setting}`);
    await pooler.stop();
    pooler = await startPgbouncer(path ?? "", app.ctx.databaseUrl, 2);
    expect(await connect()).toMatchObject({ url: app.ctx.databaseUrl, poolerUrl: pooler.url });
  });

  test("a crowd signs up, its jobs run, and each mail's code opens a session, over two connections", async () => {
    const pooled = await startTestApp({ poolSize: 2 });
    const people = await Promise.all(Array.from({ length: 40 }, () => pooled.newPerson()));
    expect(new Set(people.map(({ email }) => email)).size).toBe(40);
    const { rows } = await pooled.ctx.db.execute(sql`select count(*)::int as signed_in from sessions`);
    expect(rows).toEqual([{ signed_in: 40 }]);
    await pooled.stop();
  });
});
