import { once } from "node:events";
import { closeCodes, routes } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { buildApp } from "../../http/app.ts";
import { registerRealtime } from "../../start/modules/register-realtime.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";

const metricsToken = "token-of-the-metrics";
let app: TestApp;
let host: FastifyInstance;
let origin: string;
const sockets = new Set<WebSocket>();
beforeAll(async () => {
  app = await startTestApp();
  // On a local machine our own tools may open a hundred times as many.
  const config = { ...app.ctx.config, mode: "production" as const, trustProxy: 1, metricsToken };
  const parts = { implementations: [], registrations: [registerRealtime], webFolder: null };
  host = await buildApp({ ...app.ctx, config }, parts);
  origin = await host.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await host.close();
  await app.stop();
});

/** Opens a WebSocket from an address. @returns whether it was served, or the code with which it was closed */
const openFrom = async (ip: string, token: string): Promise<"ready" | number> => {
  const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/ws?token=${token}`, {
    headers: { "x-forwarded-for": ip },
  });
  sockets.add(socket);
  return new Promise((resolve, reject) => {
    socket.on("message", () => resolve("ready"));
    socket.on("close", resolve);
    socket.on("error", reject);
  });
};
const visitorToken = async () => {
  const token = await app.ctx.ports.realtimeTokens.issue("of-the-test", null, null);
  if (token === null) throw new Error("no token");
  return token;
};
const visit = async (ip: string) => openFrom(ip, await visitorToken());
const closeOne = async (): Promise<void> => {
  const [socket] = sockets;
  if (!socket) throw new Error("none is open");
  sockets.delete(socket);
  socket.close();
  await once(socket, "close");
};
const metrics = async () =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();

test("one session holds at most fifty sockets, over all networks, and gets room again when one closes", async () => {
  const person = await app.newPerson();
  const open = async (ip: string) => openFrom(ip, (await person.call(routes.system.realtimeToken, {})).token);
  for (let count = 0; count < 50; count += 1) expect(await open(`198.51.100.${count}`)).toBe("ready");
  expect(await open("198.51.100.200")).toBe(closeCodes.tooManyOpen);
  expect(await metrics()).toContain("tribe_websockets_refused_total 1\n");
  const other = await app.newPerson();
  expect(await openFrom("198.51.100.1", (await other.call(routes.system.realtimeToken, {})).token)).toBe("ready");
  await closeOne();
  // The server hears of the end a moment after the client.
  await expect.poll(() => open("198.51.100.201")).toBe("ready");
});

test("a network's visitors hold at most a twentieth of the process's sockets, whatever their addresses in a /64", async () => {
  let served = 0;
  let last: "ready" | number = "ready";
  for (let from = 0; from < 1_100 && last === "ready"; from += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => visit(`2001:db8:0:1::${(from + index).toString(16)}`)),
    );
    served += answers.filter((answer) => answer === "ready").length;
    last = answers.find((answer) => answer !== "ready") ?? "ready";
  }
  expect([served, last]).toEqual([1_000, closeCodes.tooManyOpen]);
  expect(await visit("2001:db8:0:2::1")).toBe("ready");
  // Whoever is signed in there is counted by the session.
  const person = await app.newPerson();
  expect(await openFrom("2001:db8:0:1::1", (await person.call(routes.system.realtimeToken, {})).token)).toBe("ready");
});
