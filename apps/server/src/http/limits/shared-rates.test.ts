import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, createPool } from "../../db/client.ts";
import { collectModules } from "../../start/modules/collect-modules.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { buildApp } from "../app.ts";
import { createRates } from "./rates.ts";
import { createSharedRates } from "./shared-rates.ts";

let server: TestApp;
const open: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestApp({ config: { mode: "production" } });
});
afterAll(async () => {
  for (const app of open) await app.close();
  await server.stop();
});

/** Another process of the same installation. */
const newProcess = async (): Promise<FastifyInstance> => {
  const app = await buildApp(server.ctx, {
    implementations: collectModules(server.ctx, server.ctx.db).implementations,
    registrations: [],
    webFolder: null,
  });
  open.push(app);
  return app;
};

/** At the beginning of a minute, so that all calls of a test fall into one window. */
beforeEach(() => {
  server.clock.offset = 60_000 - (Date.now() % 60_000);
});

const url = `/api${routes.identity.createDevice.path}`;
const call = async (app: FastifyInstance, remoteAddress: string) => app.inject({ method: "POST", url, remoteAddress });

test("two processes count a network's sensitive calls together, and so does one that starts later", async () => {
  const processes = [await newProcess(), await newProcess()];
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => call(processes[index % 2] ?? server.app, "203.0.113.1")),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(100);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  const later = await call(await newProcess(), "203.0.113.1");
  expect(later.statusCode).toBe(429);
  const seconds = Number(later.headers["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await call(processes[0] ?? server.app, "203.0.113.2")).statusCode).toBe(200);
});

test("who is over the limit costs the database nothing more", async () => {
  const app = await newProcess();
  for (let count = 0; count < 102; count += 1) await call(app, "203.0.113.3");
  const points = async () =>
    (
      await server.ctx.db.execute(
        sql`select sum(points)::int as points from rate_limits where key like '%203.0.113.3:%'`,
      )
    ).rows;
  const before = await points();
  for (let count = 0; count < 5; count += 1) expect((await call(app, "203.0.113.3")).statusCode).toBe(429);
  expect(await points()).toEqual(before);
});

test("while the database is away a process counts alone, and the log says so once", async () => {
  const pool = createPool("postgres://tribe@127.0.0.1:9/none", { max: 1, onError: () => undefined });
  const { log, now } = server.ctx;
  const rates = createSharedRates({ db: createDatabase(pool), log, now }, createRates(now));
  const before = server.logs.length;
  for (let count = 0; count < 10; count += 1) await rates.count("device", 10);
  await expect(rates.count("device", 10)).rejects.toMatchObject({ code: "too_many_requests" });
  const warnings = server.logs.slice(before).filter((line) => line.includes("calls are counted by this process alone"));
  expect(warnings).toHaveLength(1);
  await pool.end();
});

test("a fault of our own, such as a missing table, is no outage: nothing is let through on it", async () => {
  await server.ctx.db.execute(sql`alter table rate_limits rename to rate_limits_away`);
  try {
    expect((await call(await newProcess(), "203.0.113.4")).statusCode).toBe(500);
  } finally {
    await server.ctx.db.execute(sql`alter table rate_limits_away rename to rate_limits`);
  }
});
