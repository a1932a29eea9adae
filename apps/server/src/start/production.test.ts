import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startRpcNode } from "../engines/chain/testing/rpc-node.ts";
import { openInstallation } from "../operator/open-installation.ts";
import { readEnvironment } from "../settings/environment.ts";
import type { Role } from "../settings/roles.ts";
import { startDatabaseProxy } from "../testing/database-proxy.ts";
import { freePort } from "../testing/free-port.ts";
import { newAuthority } from "../testing/test-certificates.ts";
import { mainnetGenesisHash } from "./check-chain.ts";
import { productionRoles } from "./testing/production-roles.ts";

const production = productionRoles();
const { start, folderFor, stopAll } = production;
test("pages and wallets are two processes, each with its keys and its calls; one process with both roles does not start", async () => {
  await expect(start({}, "web,keys")).rejects.toThrow("the role web runs apart from keys and worker");
  const keys = await start({ TRIBE_DATA_DIR: await folderFor("keys") }, "keys");
  const web = await start({ TRIBE_DATA_DIR: await folderFor("web") }, "web");
  expect(await web.ask(`/api${routes.system.config.path}`)).toBe(200);
  await expect(web.ask("/healthz", {}, web.signerPort)).rejects.toThrow();
  const { walletToken, safety, stopWait } = routes.wallet;
  const ofWeb: readonly object[] = [walletToken, safety, stopWait];
  for (const route of Object.values(routes.wallet)) {
    const isOfWeb = ofWeb.includes(route);
    const { path, method } = route;
    expect([path, await web.ask(`/api${path}`, { method })]).toEqual([path, isOfWeb ? 401 : 404]);
    const atKeys = await keys.ask(`/api${path}`, { method });
    expect([path, atKeys === 404]).toEqual([path, isOfWeb]);
  }
  expect(await keys.ask(`/api${routes.system.config.path}`)).toBe(404);
  expect(await keys.ask("/")).toBe(404);
});

test("pages and wallets on two machines authenticate by mutual TLS; the wallet's frame is served only when configured", async () => {
  const authority = newAuthority("Tribe's co-signing");
  const certificatesOf = async (role: Role, dnsName: string) => {
    const folder = await folderFor(role);
    const files = { ...authority.issue({ dnsName }), ca: authority.ca };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.pem`), text);
    return {
      TRIBE_DATA_DIR: folder,
      // No socket file connects the two.
      TRIBE_KEYS_SOCKET: join(folder, "k.sock"),
      TRIBE_CO_SIGNER_CERT: join(folder, "cert.pem"),
      TRIBE_CO_SIGNER_KEY: join(folder, "key.pem"),
      TRIBE_CO_SIGNER_CA: join(folder, "ca.pem"),
    };
  };
  const port = await freePort();
  const keys = { ...(await certificatesOf("keys", "localhost")), TRIBE_CO_SIGNER_LISTEN: `localhost:${port}` };
  await expect(start({ ...keys, TRIBE_CO_SIGNER_KEY: "" }, "keys")).rejects.toThrow(
    /Mutual TLS needs .*_CERT, .*_KEY and/,
  );
  await start(keys, "keys");
  const web = {
    ...(await certificatesOf("web", "web.tribe.internal")),
    TRIBE_CO_SIGNER_URL: `https://localhost:${port}`,
  };
  const told = await start({ ...web, TRIBE_SERVE_SIGNER: "on" }, "web");
  expect(await told.ask("/healthz", {}, told.signerPort)).toBe(200);
  const config = await (await fetch(`http://127.0.0.1:${told.signerPort}/config.json`)).json();
  expect(config).toMatchObject({ adminAddress: production.world().app.ctx.keys.admin.address });
});

test("a process for WebSockets serves only those, their tokens and its health, with only two keys", async () => {
  for (const name of ["admin.json", "super-admin.json", "server-share.key", "recovery-share.key", "oauth.key"])
    await rm(join(production.dataDir(), "keys", name));
  const TRIBE_METRICS_TOKEN = "a token of the tests";
  const { ask, signerPort, origin } = await start({ TRIBE_SERVE_SIGNER: "on", TRIBE_METRICS_TOKEN }, "realtime");
  expect(await ask("/healthz")).toBe(200);
  expect(await ask("/metrics")).toBe(401);
  const headers = { authorization: `Bearer ${TRIBE_METRICS_TOKEN}` };
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^tribe_build_info\{version="[\d.]+",roles="realtime"\} 1$/m);
  // What needs queries is gathered by the role worker alone.
  expect(metrics).not.toMatch(/tribe_jobs_waiting|tribe_admin_balance/);
  // Refused because it is unsigned: so the route exists.
  expect(await ask(`/api${routes.system.realtimeToken.path}`, { method: "POST" })).toBe(401);
  for (const { path, method } of [
    routes.system.config,
    routes.identity.createDevice,
    routes.wallet.fetchShare,
    routes.factory.submitTrade,
    routes.market.list,
  ])
    expect([path, await ask(`/api${path}`, { method })]).toEqual([path, 404]);
  for (const path of ["/", "/img?u=a&s=b", "/token/x"]) expect([path, await ask(path)]).toEqual([path, 404]);
  expect(await ask("/api/webhooks/card", { method: "POST" })).toBe(404);
  await expect(ask("/healthz", {}, signerPort)).rejects.toThrow();
});

test("without a key it does not start, and creates none", async () => {
  await rm(join(production.dataDir(), "keys", "recovery-share.key"));
  await expect(start()).rejects.toThrow(/recovery-share\.key is missing[\s\S]*Production never makes one/);
  await rm(join(production.dataDir(), "keys"), { recursive: true });
  await expect(start()).rejects.toThrow("Production never makes one");
});

test("with a key that differs from the installation's it does not start, and names it", async () => {
  await (await start()) // stores its keys' answers
    .ask("/healthz");
  await stopAll();
  await writeFile(join(production.dataDir(), "keys", "server-share.key"), Buffer.alloc(32, 7).toString("base64"));
  await expect(start()).rejects.toThrow(/other keys than those in .*\(server-share\)/);
});

test("with another admin than the factory's, or without a factory, it does not start", async () => {
  await rm(join(production.dataDir(), "keys"), { recursive: true });
  const installation = await openInstallation(readEnvironment({ TRIBE_DATA_DIR: production.dataDir() }));
  const made = await installation.makeKeys();
  expect(await installation.makeKeys()).toBeNull();
  await installation.close();
  await expect(start()).rejects.toThrow(
    `The factory's admin is ${production.world().app.ctx.keys.admin.address}, the key of this data folder is ${made?.admin}`,
  );
  const elsewhere = { PROGRAM_ADDRESS: production.world().app.ctx.keys.admin.address };
  await expect(start(elsewhere)).rejects.toThrow(/There is no factory of .* setup-factory/);
});

const nodeOf = (genesisHash: string, port?: number) =>
  startRpcNode({
    one: ({ id }) => JSON.stringify({ jsonrpc: "2.0", id, result: genesisHash }),
    ...(port === undefined ? {} : { port }),
  });

test("it does not start on mainnet-beta, by the chain's genesis hash or by the setting", async () => {
  const mainnet = await nodeOf(mainnetGenesisHash);
  for (const SOLANA_CLUSTER of ["devnet", "custom", "mainnet-beta"])
    await expect(start({ RPC_URL: mainnet.url, SOLANA_CLUSTER })).rejects.toThrow(
      /^RPC_URL leads to mainnet-beta, and this version does not run there: no outsider has audited .* docs\/decisions\/0021-not-on-mainnet-yet\.md lists what is missing\. Use devnet\.$/,
    );
  await expect(start({ SOLANA_CLUSTER: "mainnet-beta" })).rejects.toThrow(/SOLANA_CLUSTER says mainnet-beta/);
  const local = { TRIBE_MODE: "local", TRIBE_PUBLIC_URL: "", TRIBE_SIGNER_URL: "" };
  await expect(start({ ...local, RPC_URL: mainnet.url })).rejects.toThrow(/RPC_URL leads to mainnet-beta/);
});

test("it waits for a chain and a database that do not answer yet, says so, and refuses mainnet once the chain answers", async () => {
  const [rpcPort, databasePort] = [await freePort(), await freePort()];
  const database = new URL(production.world().app.ctx.databaseUrl);
  database.port = String(databasePort);
  const notices: string[] = [];
  const starting = start(
    { RPC_URL: `http://127.0.0.1:${rpcPort}`, DATABASE_URL: database.href },
    "keys,realtime,worker,indexer",
    (line) => notices.push(line),
  );
  const refused = expect(starting).rejects.toThrow(/^RPC_URL leads to mainnet-beta/);
  const noticed = (about: RegExp) => expect.poll(() => notices.some((line) => about.test(line)), { timeout: 20_000 });
  await noticed(/^The database at DATABASE_URL does not answer: .* The start waits for it\.$/).toBe(true);
  const proxy = await startDatabaseProxy(production.world().app.ctx.databaseUrl, databasePort);
  await noticed(/^The chain at RPC_URL does not answer, .* The start waits for it\.$/).toBe(true);
  await nodeOf(mainnetGenesisHash, rpcPort);
  await refused;
  await proxy.stop();
});

test("it waits for migrations that the database lacks, applies none itself, and serves once an operator did", async () => {
  const { db } = production.world().app.ctx;
  const removed = await db.execute<{ hash: string; created_at: string }>(sql`
    delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)
    returning hash, created_at`);
  const notices: string[] = [];
  let hasStarted = false;
  const starting = start({}, "realtime", (line) => notices.push(line)).then((started) => {
    hasStarted = true;
    return started;
  });
  await expect
    .poll(() => notices)
    .toEqual([
      expect.stringMatching(
        /^The database lacks migrations of this version: \d{4}_[\w-]+\. Apply them: .* migrate-database\. The start waits for it\.$/,
      ),
    ]);
  expect(hasStarted).toBe(false);
  for (const { hash, created_at } of removed.rows)
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${created_at})`);
  expect(await (await starting).ask("/readyz")).toBe(200);
});

test("WebSockets are served while the chain does not answer", async () => {
  const { ask } = await start({ RPC_URL: "http://127.0.0.1:9" }, "realtime");
  expect(await ask("/readyz")).toBe(200);
});

test("a database that refuses the user is a wrong setting, and is not waited for", async () => {
  const database = new URL(production.world().app.ctx.databaseUrl);
  database.pathname = "/of-nobody";
  await expect(start({ DATABASE_URL: database.href })).rejects.toThrow(/^The database at DATABASE_URL refuses us: /);
});

test("a process that was told to stop says that it drains, answers for the time that is set, and then stops", async () => {
  const { ask, tribe } = await start({ TRIBE_DRAIN_SECONDS: "2" }, "realtime");
  expect(await ask("/readyz")).toBe(200);
  const stopped = tribe.stop({ isUrgent: false });
  expect(await ask("/readyz")).toBe(503);
  expect(await ask("/healthz")).toBe(200);
  await stopped;
  await expect(ask("/healthz")).rejects.toThrow();
});
