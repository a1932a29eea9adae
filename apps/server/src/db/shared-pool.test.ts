import type { Socket } from "node:net";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool } from "./client.ts";

const limit = 4;
let app: TestApp;
let url: string;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  app = await startTestApp();
  await app.ctx.pool.query(`create role crowded login password 'crowded' connection limit ${limit}`);
  const limited = new URL(app.ctx.databaseUrl);
  limited.username = limited.password = "crowded";
  url = limited.href;
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await app.ctx.pool.query("drop role crowded");
  await app.stop();
});

/** One process's pool, which wants more connections than the database allows. */
const open = (): pg.Pool => {
  const pool = createPool(url, { max: 20, onError: () => undefined });
  pools.push(pool);
  return pool;
};

test("processes that want more connections than the database has share them, without errors", async () => {
  const nodes = [open(), open()];
  const asked = nodes.flatMap((pool) =>
    Array.from({ length: 60 }, (_, index) => pool.query<{ index: number }>("select $1::int as index", [index])),
  );
  const answers = await Promise.all(asked);
  expect(answers.map(({ rows }) => rows[0]?.index)).toEqual([...Array(60).keys(), ...Array(60).keys()]);
});

test("a pool that was refused every connection begins its transaction when another pool releases some", async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  const [busy, late] = [open(), open()];
  const held = await Promise.all(Array.from({ length: limit }, () => busy.connect()));
  const begun = late.connect();
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toMatchObject({ code: "53300" });
  for (const client of held) client.release(true);
  const client = await begun;
  expect((await client.query("select current_user as who")).rows).toEqual([{ who: "crowded" }]);
  client.release();
});

test("a transaction whose connection breaks at `begin` does not leak the pool's client", async () => {
  const pool = createPool(app.ctx.databaseUrl, { max: 1, onError: () => undefined });
  const db = createDatabase(pool);
  await pool.query("select 1");
  pool.once("acquire", (client) => {
    // The driver's types omit the connection; a network failure breaks its socket.
    (client as pg.PoolClient & { connection: { stream: Socket } }).connection.stream.destroy();
  });
  await expect(db.transaction(async () => undefined)).rejects.toThrow();
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
  await pool.end();
});
