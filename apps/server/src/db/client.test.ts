import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool } from "./client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.stop());

/** Counts PostgreSQL's plans for a statement's specific values, after ten executions on one connection. */
const plansForValues = async (plansOnce: boolean): Promise<number | undefined> => {
  const pool = createPool(app.ctx.databaseUrl, { max: 1, onError: () => undefined, plansOnce });
  try {
    const db = createDatabase(pool);
    for (let count = 0; count < 10; count += 1)
      await db.execute(sql`select id from messages where mint = ${`m${count}`}`);
    const { rows } = await db.execute<{ custom: string }>(
      sql`select custom_plans as custom from pg_prepared_statements where statement like 'select id from messages%'`,
    );
    return Number(rows[0]?.custom);
  } finally {
    await pool.end();
  }
};

test("connections that plan once never plan for a statement's specific values", async () => {
  expect(await plansForValues(false)).toBeGreaterThan(0);
  expect(await plansForValues(true)).toBe(0);
});

test("connections for sends plan once, all others by PostgreSQL's default", async () => {
  const modes = await Promise.all(
    [app.ctx.chatDb, app.ctx.db].map((db) =>
      db.execute<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`),
    ),
  );
  expect(modes.map(({ rows }) => rows[0]?.mode)).toEqual(["force_generic_plan", "auto"]);
});
