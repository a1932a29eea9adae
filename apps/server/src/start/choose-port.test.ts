import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readEnvironment } from "../settings/environment.ts";
import { choosePorts } from "./choose-port.ts";

const held: Server[] = [];
afterEach(async () => {
  for (const server of held.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Listens on a port, unless it is in use already. */
const hold = (port: number) =>
  new Promise<void>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve());
    server.listen(port, "127.0.0.1", () => {
      held.push(server);
      resolve();
    });
  });

test("an app that needs another port does not take the usual one of the wallet's frame", async () => {
  await hold(3000);
  const ports = await choosePorts(readEnvironment({}));
  expect(ports.app).toBeGreaterThan(3002);
  expect(new Set([ports.app, ports.signer, ports.devkit, ports.rpc]).size).toBe(4);
});

test("a configured port that is in use fails with a clear message", async () => {
  await hold(3000);
  await expect(choosePorts(readEnvironment({ TRIBE_PORT: "3000" }))).rejects.toThrow(
    /Port 3000 \(TRIBE_PORT\) is in use/,
  );
});
