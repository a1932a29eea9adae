import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../context/context.ts";
import { createDatabase, createPool } from "../db/client.ts";
import type { Role } from "../settings/roles.ts";
import { startDatabaseProxy } from "../testing/database-proxy.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { buildApp } from "./app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

test("health reports that the process runs, readiness that a part is missing which others can do without", async () => {
  expect((await server.app.inject("/healthz")).statusCode).toBe(200);
  const { statusCode, payload } = await server.app.inject("/readyz");
  expect([statusCode, JSON.parse(payload)]).toEqual([200, { status: "degraded", database: "ok", chain: "failed" }]);
});

/** What a host with these roles says of itself. */
const readiness = async (roles: readonly Role[], changes: Partial<AppContext> = {}) => {
  const ctx = { ...server.ctx, ...changes, config: { ...server.ctx.config, roles: new Set(roles) } };
  const app = await buildApp(ctx, { implementations: [], registrations: [], webFolder: null });
  const { statusCode, payload } = await app.inject("/readyz");
  await app.close();
  return [statusCode, JSON.parse(payload).status];
};

test("only a process that does nothing but follow the chain is not ready without it", async () => {
  for (const role of ["web", "realtime", "keys", "worker"] as const)
    expect([role, ...(await readiness([role]))]).toEqual([role, 200, "degraded"]);
  expect(await readiness(["indexer"])).toEqual([503, "not ready"]);
  expect(await readiness(["indexer", "web"])).toEqual([200, "degraded"]);
});

test("without the database, and when it says nothing for two seconds, no process is ready", async () => {
  const pool = createPool("postgres://nobody@127.0.0.1:9/none", { max: 1, onError: () => undefined });
  expect(await readiness(["realtime"], { db: createDatabase(pool) })).toEqual([503, "not ready"]);
  await pool.end();
  const proxy = await startDatabaseProxy(server.ctx.databaseUrl);
  const silent = createPool(proxy.url, { max: 1, onError: () => undefined });
  proxy.freeze();
  expect(await readiness(["web"], { db: createDatabase(silent) })).toEqual([503, "not ready"]);
  await proxy.stop();
  await silent.end();
});
