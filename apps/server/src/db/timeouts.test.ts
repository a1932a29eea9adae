import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toWireError } from "../http/wire-error.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool, type Database, withStatementTimeout } from "./client.ts";
import type { Timeouts } from "./timeouts.ts";

let app: TestApp;
const pools: ReturnType<typeof createPool>[] = [];
beforeAll(async () => {
  app = await startTestApp();
  await app.ctx.db.execute(sql`create table locked (id int primary key)`);
  await app.ctx.db.execute(sql`insert into locked values (1)`);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await app.stop();
});

const open = (timeouts: Partial<Timeouts>): Database => {
  const patient = { statement: 20_000, lock: 20_000, idleInTransaction: 20_000, answerGrace: 5_000, ...timeouts };
  const pool = createPool(app.ctx.databaseUrl, { max: 2, onError: () => undefined, timeouts: patient });
  pools.push(pool);
  return createDatabase(pool);
};
/** The caller's view of an error. */
const told = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toWireError(error, pino({ level: "silent" })),
  );
const clearly = {
  status: 503,
  body: { error: { code: "unavailable", message: "This took too long. Try again in a moment." } },
};

test("every connection of the server has its three timeouts", async () => {
  for (const db of [app.ctx.db, app.ctx.chatDb])
    for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
      const { rows } = await db.execute<{ value: string }>(sql`select current_setting(${name}) as value`);
      expect(rows[0]?.value).toMatch(/^[1-9][0-9]*(ms|s|min)$/);
    }
});

test("a statement that takes too long is cancelled, and the caller gets an error code, without internals", async () => {
  const db = open({ statement: 100 });
  expect(await told(db.execute(sql`select pg_sleep(15)`))).toEqual(clearly);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("waiting for a lock has a timeout", async () => {
  const db = open({ lock: 100 });
  await app.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from locked for update`);
    expect(await told(db.execute(sql`update locked set id = 1`))).toEqual(clearly);
  });
});

test("connecting to a database that does not answer has a timeout", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const pool = new pg.Pool({ host: "127.0.0.1", port, max: 1, connectionTimeoutMillis: 100 });
  const db = createDatabase(pool);
  // The first waits for the connection, the second for the first.
  const asked = [told(db.execute(sql`select 1`)), told(db.execute(sql`select 1`))];
  expect(await Promise.all(asked)).toEqual([clearly, clearly]);
  await pool.end();
  silent.close();
});

test("an idle transaction is ended, which releases its locks", async () => {
  const db = open({ idleInTransaction: 100 });
  const idle = db.transaction(async (tx) => {
    await tx.execute(sql`select from locked for update`);
    // Returns when the lock is free again, which only the timeout can cause.
    await app.ctx.db.execute(sql`update locked set id = 1`);
    await tx.execute(sql`select 1`);
  });
  await expect(idle).rejects.toThrow();
});

test("only long work has its own statement timeout", async () => {
  const db = open({ statement: 100 });
  await withStatementTimeout(db, 20_000, (tx) => tx.execute(sql`select pg_sleep(0.3)`));
  expect(await told(db.execute(sql`select pg_sleep(15)`))).toEqual(clearly);
});
