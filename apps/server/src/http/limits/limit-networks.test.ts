import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerPictureProxy } from "../../modules/social/index.ts";
import { collectModules } from "../../start/modules/collect-modules.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { buildApp } from "../app.ts";
import { buildSignerHost } from "../signer-host.ts";

let server: TestApp;
let folder: string;
const open: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestApp({ config: { mode: "production" } });
  folder = await mkdtemp(join(tmpdir(), "tribe-limits-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>page</title>");
  await writeFile(join(folder, "assets/index-a1b2c3d4.js"), "1");
});
afterAll(async () => {
  for (const app of open) await app.close();
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

const newApp = async (trustProxy = 0): Promise<FastifyInstance> => {
  const ctx = { ...server.ctx, config: { ...server.ctx.config, trustProxy } };
  const { implementations } = collectModules(ctx, ctx.db);
  const app = await buildApp(ctx, { implementations, registrations: [registerPictureProxy], webFolder: folder });
  open.push(app);
  return app;
};

interface Caller {
  readonly remoteAddress: string;
  readonly forwardedFor?: string;
}
/** Calls until it is refused. @returns the number of accepted calls, at most `max`. */
const callsOf = async (app: FastifyInstance, url: string, callerAt: (call: number) => Caller, max: number) => {
  for (let call = 0; call < max; call += 1) {
    const { remoteAddress, forwardedFor } = callerAt(call);
    const headers = forwardedFor ? { "x-forwarded-for": forwardedFor } : {};
    const { statusCode } = await app.inject({ url, remoteAddress, headers });
    if (statusCode === 429) return call;
  }
  return max;
};

test("a network has a limit per minute for pages, files and missing paths together, and a /64 is one network", async () => {
  const app = await newApp();
  const addressOf = (call: number) => ({ remoteAddress: `2001:db8:0:1::${(call % 60_000).toString(16)}` });
  const paths = ["/healthz", "/readyz", "/assets/index-a1b2c3d4.js", "/api/v1/nothing", "/wp-login.php", "/ws"];
  let calls = 0;
  let refusal: { statusCode: number; headers: Record<string, unknown> } | null = null;
  while (calls < 6_001 && !refusal) {
    const answer = await app.inject({ url: paths[calls % paths.length] ?? "/", ...addressOf(calls) });
    if (answer.statusCode === 429) refusal = answer;
    else calls += 1;
  }
  expect(calls).toBe(6_000);
  expect(Number(refusal?.headers["retry-after"])).toBeGreaterThan(0);
  for (const url of [...paths, "/", "/token/abc"])
    expect([url, (await app.inject({ url, ...addressOf(9) })).statusCode]).toEqual([url, 429]);
  expect((await app.inject({ url: "/healthz", remoteAddress: "2001:db8:0:2::1" })).statusCode).toBe(200);
});

test("pictures have a separate limit, since each may be fetched from outside", async () => {
  const app = await newApp();
  expect(await callsOf(app, "/img?u=a&s=b", () => ({ remoteAddress: "203.0.113.1" }), 1_201)).toBe(1_200);
  expect((await app.inject({ url: "/healthz", remoteAddress: "203.0.113.1" })).statusCode).toBe(200);
});

test("a network can register a hundred devices a minute, over all its addresses", async () => {
  const app = await newApp();
  const url = `/api${routes.identity.createDevice.path}`;
  let made = 0;
  for (; made < 200; made += 1) {
    const remoteAddress = `2001:db8:0:3::${made.toString(16)}`;
    if ((await app.inject({ method: "POST", url, remoteAddress })).statusCode === 429) break;
  }
  expect(made).toBe(100);
});

test("a forwarded address counts only behind a configured proxy", async () => {
  const url = "/img?u=a&s=b";
  const forwarded = (call: number) => ({ remoteAddress: "203.0.113.2", forwardedFor: `198.51.100.${call % 250}` });
  expect(await callsOf(await newApp(0), url, forwarded, 1_201)).toBe(1_200);
  const behindOne = await newApp(1);
  expect(await callsOf(behindOne, url, forwarded, 1_201)).toBe(1_201);
  // The proxy appends the address that it saw; the caller invented everything before it.
  const invented = (call: number) => ({
    remoteAddress: "203.0.113.2",
    forwardedFor: `10.0.0.${call % 250}, 192.0.2.9`,
  });
  expect(await callsOf(behindOne, url, invented, 1_201)).toBe(1_200);
});

test("the signer's host is limited, too", async () => {
  const signer = await buildSignerHost(server.ctx, folder);
  open.push(signer);
  expect(await callsOf(signer, "/config.json", () => ({ remoteAddress: "203.0.113.3" }), 6_001)).toBe(6_000);
});

test("readiness is checked at most once a second, for any number of requests", async () => {
  const { ctx } = server;
  let asked = 0;
  let now = 0;
  const rpc = new Proxy(ctx.chain.rpc, {
    get: (target, name, receiver) => {
      if (name === "getSlot") asked += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const parts = { implementations: [], registrations: [], webFolder: null };
  const app = await buildApp({ ...ctx, now: () => now, chain: { ...ctx.chain, rpc } }, parts);
  open.push(app);
  const askOften = () => Promise.all(Array.from({ length: 50 }, () => app.inject({ url: "/readyz" })));
  await askOften();
  expect(asked).toBe(1);
  now += 1_000;
  await askOften();
  expect(asked).toBe(2);
});
