import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool } from "./client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a statement with parameters is parsed once per connection, for any values", async () => {
  const pool = createPool(app.ctx.databaseUrl, { max: 1, onError: () => undefined });
  const db = createDatabase(pool);
  const answers: unknown[] = [];
  for (const value of [1, 2, 3]) answers.push((await db.execute(sql`select ${value}::int + 1 as next`)).rows);
  await db.transaction(async (tx) => answers.push((await tx.execute(sql`select ${4}::int + 1 as next`)).rows));
  expect(answers.flat()).toEqual([{ next: 2 }, { next: 3 }, { next: 4 }, { next: 5 }]);
  const { rows } = await pool.query(
    "select generic_plans + custom_plans as uses from pg_prepared_statements where statement like 'select $1::int + 1%'",
  );
  expect(rows).toEqual([{ uses: "4" }]);
  await pool.end();
});

test("a connection names its first 400 statements, independent of other connections", async () => {
  const namedOf = async (count: number, from: number) => {
    const pool = createPool(app.ctx.databaseUrl, { max: 1, onError: () => undefined });
    const db = createDatabase(pool);
    for (let index = 0; index < count; index += 1)
      await db.execute(sql`select ${index}::int as ${sql.identifier(`c${from + index}`)}`);
    const { rows } = await pool.query("select count(*)::int as named from pg_prepared_statements");
    await pool.end();
    return rows;
  };
  expect(await namedOf(405, 0)).toEqual([{ named: 400 }]);
  expect(await namedOf(3, 1_000)).toEqual([{ named: 3 }]);
});

test("a failed statement is executed again under its name", async () => {
  const { db } = app.ctx;
  const divided = (by: number) => db.execute(sql`select 6 / ${by}::int as part`);
  await expect(divided(0)).rejects.toThrow();
  expect((await divided(3)).rows).toEqual([{ part: 2 }]);
});
