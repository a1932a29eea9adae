import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectModules } from "../start/modules/collect-modules.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { buildApp } from "./app.ts";
import { buildSignerHost } from "./signer-host.ts";

let server: TestApp;
let folder: string;
const hosts: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "tribe-paths-"));
  await mkdir(join(folder, "assets/inner"), { recursive: true });
  await writeFile(join(folder, "index.html"), "<!doctype html><title>page</title>");
  await writeFile(join(folder, "assets/index-a1b2c3d4.js"), "1");
  hosts.push(
    await buildApp(server.ctx, { ...collectModules(server.ctx, server.ctx.db), webFolder: folder }),
    await buildSignerHost(server.ctx, folder),
  );
  for (const host of hosts) await host.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const host of hosts) await host.close();
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

/** The status and head of the answer to a request line as it is: clients that follow the standard would mend the path. */
const ask = (host: FastifyInstance, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const address = host.server.address();
    const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  });

const paths = [
  "/assets/../index.html",
  "/assets/..%2findex.html",
  "/assets/%2e%2e/index.html",
  "/assets/..\\index.html",
  "/assets/..%5cindex.html",
  "/assets/%00",
  "/assets/index-a1b2c3d4.js%00.png",
  "/assets/%",
  "/assets/%zz",
  "/assets/%c0%ae%c0%ae/",
  "/assets/%ff",
  "/assets/",
  "/assets/inner",
  "/assets/inner/",
  "/assets//etc/passwd",
  "/assets/.hidden.js",
  "/assets/inner/../../../../etc/passwd.js",
  `/assets/${"a".repeat(5_000)}.js`,
  `/assets/${"a/".repeat(3_000)}b.js`,
  "/assets/con:$DATA.js",
  "/assets/index-a1b2c3d4.js/more.js",
  "//assets/../index.js",
  "/%2e%2e/%2e%2e/etc/passwd.txt",
  "/img?u=%00&s=%00",
  "/img?u=%&s=%ff",
  "/media/%00/full",
  "/media/%ff/../full",
  "/upload/%00",
  "/upload/../upload/%2e",
  "/api/%00",
  "/api/v1/../../index.js",
  "/api/v1/token/list?search=%ff%00",
  "/healthz%00",
];

test("paths that name nothing are refused on both hosts, without an error in the log", async () => {
  const wrong: string[] = [];
  for (const [path, host] of paths.flatMap((path) => hosts.map((host) => [path, host] as const))) {
    const before = server.logs.length;
    const [status] = (await ask(host, path)).split("\r\n");
    const isQuiet = server.logs.slice(before).every((line) => JSON.parse(line).level <= 30);
    if (!/^HTTP\/1\.1 (?:400|401|404|405) /.test(status ?? "") || !isQuiet)
      wrong.push(`${path.slice(0, 50)}: ${status}${isQuiet ? "" : ", logged"}`);
  }
  expect(wrong).toEqual([]);
});
