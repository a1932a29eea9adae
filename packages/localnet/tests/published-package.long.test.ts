/** What `npm pack` makes, installed by strangers: into an empty folder, with the oldest and the newest supported Node.js. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { address, createSolanaRpcSubscriptions } from "@solana/kit";
import { Connection, Keypair, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyAddress, temporaryFolder, transfer } from "./support.ts";

const run = promisify(execFile);
const source = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const folder = temporaryFolder();
const install = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
let archive = "";
let files: string[] = [];

beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder.path], { cwd: source });
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error("npm pack made no archive");
  archive = join(folder.path, packed.filename);
  files = packed.files.map(({ path }) => path);
});
afterAll(() => folder.remove());

test("it has the command, the library with types, README and licences, and no tests", () => {
  const needed = ["bin/tribe-localnet.mjs", "dist/cli.js", "dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"];
  expect(files).toEqual(expect.arrayContaining([...needed, "THIRD-PARTY-NOTICES.md"]));
  expect(files.filter((path) => /test|^build\//.test(path))).toEqual([]);
  const licences = [join(source, "LICENSE"), fileURLToPath(new URL("../../../LICENSE", import.meta.url))];
  const [own, repositorys] = licences.map((path) => readFileSync(path, "utf8"));
  expect(own).toBe(repositorys);
});

const program = `
import { createChain, type Localnet, LocalnetStartError, startLocalnet } from "tribe-localnet";

const localnet: Localnet = await startLocalnet({ ledger: "ledger-of-a-program" });
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" });
const response = await fetch(localnet.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
const { result: health } = await response.json();
const refused = await startLocalnet({ ledger: "other", rpcPort: localnet.rpcPort }).then(
  () => "nothing",
  (error: unknown) => (error instanceof LocalnetStartError ? error.failure : String(error)),
);
await localnet.stop();

const chain = createChain();
chain.request("requestAirdrop", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin", 1_000_000_000);
chain.tick();
const balance = chain.request("getBalance", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin", { commitment: "confirmed" });
await chain.close();
console.log(JSON.stringify({ health, refused, balance }));
`;
const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  strict: true,
  // The package's own declarations are checked, too, without Node's types.
  skipLibCheck: false,
  types: [],
  lib: ["ES2022", "DOM"],
};

describe.each(["20", "24"])("on Node.js %s", (major) => {
  const home = join(folder.path, `with-node-${major}`);
  const runtime = join(folder.path, `node-${major}`);
  const env = { ...process.env, PATH: `${join(runtime, "node_modules/node/bin")}${delimiter}${process.env.PATH}` };

  beforeAll(async () => {
    for (const each of [home, runtime]) {
      mkdirSync(each);
      writeFileSync(join(each, "package.json"), JSON.stringify({ private: true, type: "module" }));
    }
    // Node.js itself, from npm's registry.
    await run("npm", [...install, `node@${major}`], { cwd: runtime });
    await run("npm", [...install, archive], { cwd: home, env });
  });
  afterAll(() => {
    for (const each of [home, runtime]) rmSync(each, { recursive: true, force: true });
  });

  test("it runs there, and installs nothing of Tribe's", async () => {
    expect((await run("node", ["--version"], { env })).stdout).toMatch(new RegExp(`^v${major}\\.`));
    const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: home, env });
    expect(stdout).toContain("litesvm");
    expect(stdout).not.toContain("@tribe");
  });

  test("npx tribe-localnet answers getHealth, and a transfer is confirmed", async () => {
    const child = spawn("npx", ["tribe-localnet", "--rpc-port", "0"], {
      cwd: home,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    try {
      const urls: string[] = [];
      for await (const line of createInterface(child.stdout)) {
        urls.push(...(line.match(/(?:http|ws):\/\/127\.0\.0\.1:\d+/g) ?? []));
        if (urls.length === 2) break;
      }
      const [rpcUrl = "", wsUrl = ""] = urls;
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" });
      const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
      expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: "ok" });

      const connection = new Connection(rpcUrl, { commitment: "confirmed", wsEndpoint: wsUrl });
      const payer = Keypair.generate();
      await connection.requestAirdrop(payer.publicKey, 1_000_000_000);
      await expect.poll(() => connection.getBalance(payer.publicKey)).toBe(1_000_000_000);
      const to = anyAddress();
      const stop = new AbortController();
      const notifications = await createSolanaRpcSubscriptions(wsUrl)
        .accountNotifications(address(to.toBase58()), { commitment: "confirmed" })
        .subscribe({ abortSignal: stop.signal });
      await connection.sendTransaction(new Transaction().add(transfer(payer.publicKey, to, 1_000_000)), [payer]);
      for await (const { value } of notifications) {
        expect(value.lamports).toBe(1_000_000n);
        break;
      }
      stop.abort();
      expect(await connection.getBalance(to)).toBe(1_000_000);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await ended;
    }
  });

  test("a TypeScript program without Node's types compiles against it, and runs", async () => {
    writeFileSync(join(home, "program.ts"), program);
    writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts"] }));
    await run("node", [compiler], { cwd: home, env }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    const { stdout } = await run("node", ["program.js"], { cwd: home, env });
    expect(JSON.parse(stdout)).toMatchObject({ health: "ok", refused: "port-taken", balance: { value: 1e9 } });
  });
});
