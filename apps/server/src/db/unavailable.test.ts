import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toWireError } from "../http/wire-error.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../testing/database-proxy.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { createDatabase, createPool, type Database, withStatementTimeout } from "./client.ts";
import { type Timeouts, usualTimeouts } from "./timeouts.ts";

let app: TestApp;
let proxy: DatabaseProxy;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  app = await startTestApp();
  proxy = await startDatabaseProxy(app.ctx.databaseUrl);
  await app.ctx.db.execute(sql`create table kept (id int primary key)`);
});
afterEach(async () => {
  proxy.thaw();
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await proxy.stop();
  await app.stop();
});

const open = (url: string, timeouts: Partial<Timeouts> = {}): Database => {
  const pool = createPool(url, { max: 2, onError: () => undefined, timeouts: { ...usualTimeouts, ...timeouts } });
  ends.push(() => pool.end());
  return createDatabase(pool);
};
/** The code that the caller gets for this work; null when it succeeds. */
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => toWireError(error, pino({ level: "silent" })).body.error.code,
  );
const sleep = (db: Pick<Database, "execute">) => db.execute(sql`select pg_sleep(30) as slept`);
/** Ends this once the database sleeps, by the function. */
const whileAsleep = async (end: () => unknown): Promise<void> => {
  await expect.poll(async () => (await sleepers()).length, { interval: 5 }).toBeGreaterThan(0);
  await end();
};
const sleepers = async (): Promise<readonly { pid: number }[]> =>
  (
    await app.ctx.db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where query like '%as slept%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
    )
  ).rows;

const terminate = async () => {
  for (const { pid } of await sleepers()) await app.ctx.db.execute(sql`select pg_terminate_backend(${pid})`);
};

test.each([
  ["a restart ends its connection", terminate],
  ["its connection is cut", () => proxy.cut()],
] as const)("a call is told that the database is unavailable when %s, and the next one succeeds", async (_how, end) => {
  const db = open(proxy.url);
  const inTransaction = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (1)`);
    await sleep(tx);
  });
  const [code] = await Promise.all([codeOf(inTransaction), whileAsleep(end)]);
  expect(code).toBe("unavailable");
  expect((await db.execute(sql`select id from kept`)).rows).toEqual([]);
});

test("a call is told so when nothing listens, when its commands are refused by a standby, and when the disk is full", async () => {
  expect(await codeOf(open("postgres://nobody@127.0.0.1:9/none").execute(sql`select 1`))).toBe("unavailable");
  expect(await codeOf(open("postgres://nobody@127.0.0.1:9/none").transaction(sleep))).toBe("unavailable");
  const db = open(app.ctx.databaseUrl);
  const asStandby = db.transaction((tx) => tx.execute(sql`insert into kept values (2)`), { accessMode: "read only" });
  expect(await codeOf(asStandby)).toBe("unavailable");
  expect(await codeOf(db.execute(sql`do $$ begin raise sqlstate '53100'; end $$`))).toBe("unavailable");
});

test("a host that vanished without a word fails what waits for it, also in a transaction, and gets new connections later", async () => {
  const db = open(proxy.url, { statement: 150, answerGrace: 50 });
  await db.execute(sql`select 1`);
  proxy.freeze();
  const waits = [codeOf(db.execute(sql`select 1`)), codeOf(db.transaction((tx) => tx.execute(sql`select 1`)))];
  expect(await Promise.all(waits)).toEqual(["unavailable", "unavailable"]);
  proxy.thaw();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("work with a longer timeout of its own is waited for as long, and only in its transaction", async () => {
  const db = open(proxy.url, { statement: 100, answerGrace: 100 });
  await withStatementTimeout(db, 20_000, (tx) => tx.execute(sql`select pg_sleep(0.4)`));
  proxy.freeze();
  expect(await codeOf(db.execute(sql`select 1`))).toBe("unavailable");
});

test("work without a timeout is waited for", async () => {
  const db = open(app.ctx.databaseUrl, { statement: 0, answerGrace: 20 });
  expect((await db.execute(sql`select pg_sleep(0.2), 1 as one`)).rows).toMatchObject([{ one: 1 }]);
});

test("another host's refused connection and our own mistakes stay internal errors", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(await codeOf(Promise.reject(refused))).toBe("internal");
  const db = open(app.ctx.databaseUrl);
  await db.execute(sql`insert into kept values (3)`);
  expect(await codeOf(db.execute(sql`insert into kept values (3)`))).toBe("internal");
  expect(await codeOf(db.execute(sql`select nothing from nowhere`))).toBe("internal");
});
