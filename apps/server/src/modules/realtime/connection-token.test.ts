import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { buildApp } from "../../http/app.ts";
import { registerRealtime } from "../../start/modules/register-realtime.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { type IndexedPerson, newIndexedPerson } from "../indexer/testing/indexed-tribe.ts";

let app: TestApp;
let chief: IndexedPerson;
let other: IndexedPerson;
beforeAll(async () => {
  app = await startTestApp();
  [chief, other] = [await newIndexedPerson(app), await newIndexedPerson(app)];
});
afterAll(() => app.stop());

test("a token opens one connection, a forged one none", async () => {
  const { token } = await chief.call(routes.system.realtimeToken, {});
  const connect = (text: string) =>
    new Promise<"open" | "refused">((resolve) => {
      const socket = new WebSocket(`${app.origin.replace(/^http/, "ws")}/ws?token=${text}`);
      socket.on("open", () => {
        socket.close();
        resolve("open");
      });
      socket.on("error", () => resolve("refused"));
    });
  expect(await connect(token)).toBe("open");
  expect(await connect(token)).toBe("refused");
  expect(await connect("made-up")).toBe("refused");
});

test("only one of two concurrent connections with the same token is accepted", async () => {
  const { token } = await chief.call(routes.system.realtimeToken, {});
  const { realtimeTokens } = app.ctx.ports;
  const taken = await Promise.all([realtimeTokens.take(token), realtimeTokens.take(token)]);
  expect(taken.map((caller) => caller?.uid ?? null)).toEqual([chief.person.uid, null]);
});

test("a replayed call for a token, also concurrently, gives one token", async () => {
  const { realtimeTokens } = app.ctx.ports;
  const nonce = { owner: "device:of-the-test", value: crypto.randomUUID() };
  const issue = (each: typeof nonce) => realtimeTokens.issue("of-the-test", null, each);
  const given = await Promise.all([issue(nonce), issue(nonce), issue({ ...nonce, value: crypto.randomUUID() })]);
  expect(given.map((token) => token !== null)).toEqual([true, false, true]);
  expect(await issue(nonce)).toBeNull();
  const callers = await Promise.all(given.map((token) => realtimeTokens.take(token ?? "")));
  expect(callers.map((caller) => caller?.deviceId ?? null)).toEqual(["of-the-test", null, "of-the-test"]);
});

test("a token whose row names another person opens nothing", async () => {
  const { token } = await other.call(routes.system.realtimeToken, {});
  const { session } = chief.credentials;
  await app.ctx.db.execute(
    sql`update realtime_tokens set uid = ${chief.person.uid}, session_id = ${session?.sessionId} where uid = ${other.person.uid}`,
  );
  expect(await app.ctx.ports.realtimeTokens.take(token)).toBeNull();
});

test("a network that tries too many tokens is rate-limited", async () => {
  const config = { ...app.ctx.config, mode: "production" as const, trustProxy: 1 };
  // All within a minute, however long they take here.
  const at = Date.now();
  const host = await buildApp(
    { ...app.ctx, config, now: () => at },
    { implementations: [], registrations: [registerRealtime], webFolder: null },
  );
  const origin = (await host.listen({ port: 0, host: "127.0.0.1" })).replace(/^http/, "ws");
  const statusFrom = (address: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${origin}/ws?token=x`, { headers: { "x-forwarded-for": address } });
      socket.on("error", () => undefined);
      socket.on("unexpected-response", (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
    });
  let tries = 0;
  while (tries < 1_300 && (await statusFrom("203.0.113.5")) === 401) tries += 1;
  expect(tries).toBe(1_200);
  expect(await statusFrom("203.0.113.5, 203.0.113.6")).toBe(401);
  expect(await statusFrom("203.0.113.6, 203.0.113.5")).toBe(429);
  await host.close();
});
