import { execFileSync, spawn } from "node:child_process";
import { chmod, cp, lstat, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBinaries } from "./binaries.ts";
import { type EmbeddedDatabase, findEmbeddedDatabase, startEmbeddedDatabase } from "./embedded.ts";
import { isAlive, waitForEnd } from "./postmaster.ts";

let dataDir: string;
const started: EmbeddedDatabase[] = [];

const start = async (): Promise<EmbeddedDatabase> => {
  const database = await startEmbeddedDatabase({ dataDir });
  started.push(database);
  return database;
};

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tribe-pg-"));
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
});

afterEach(async () => {
  for (const database of started.splice(0)) if (isAlive(database.pid)) await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("is found by its data folder while it runs, and only then", async () => {
  expect(await findEmbeddedDatabase(dataDir)).toBeNull();
  const database = await start();
  expect(await findEmbeddedDatabase(dataDir)).toBe(database.url);
  await database.stop();
  expect(await findEmbeddedDatabase(dataDir)).toBeNull();
});

/** A separate process that only starts the database. */
const startOwner = async () => {
  const script = `import { startEmbeddedDatabase } from ${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)};
    const { url, pid } = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    owner.stdout.once("data", (data: Buffer) => resolve(data.toString()));
    owner.once("exit", () => reject(new Error("the owner ended")));
  });
  const database: { url: string; pid: number } = JSON.parse(line);
  const kill = async () => {
    owner.kill("SIGKILL");
    await new Promise((resolve) => owner.once("close", resolve));
  };
  return { ...database, kill };
};

test("ends when its owner is killed, and the next start has all committed data", async () => {
  const first = await startOwner();
  await query(first.url, "create table kept (id int); insert into kept values (1)");
  await first.kill();
  expect(await waitForEnd(first.pid, 20_000)).toBe(true);
  const next = await start();
  expect(next.isAdopted).toBe(false);
  expect(await query(next.url, "select id from kept")).toEqual([{ id: 1 }]);
});

test("keeps committed data after SIGKILL of its owner and guardian, of itself, and after a graceful end", async () => {
  const first = await startOwner();
  await query(first.url, "create table kept (id int); insert into kept values (1)");
  // If the guardian is killed, too, PostgreSQL keeps running: the next start adopts it.
  const guardian = execFileSync("pgrep", ["-f", `tribe-postgres-guardian ${first.pid} `], { encoding: "utf8" });
  process.kill(Number(guardian), "SIGKILL");
  await first.kill();

  const adopted = await start();
  expect(adopted).toMatchObject({ isAdopted: true, pid: first.pid, url: first.url });
  await query(adopted.url, "insert into kept values (2)");
  process.kill(adopted.pid, "SIGKILL");
  await waitForEnd(adopted.pid, 20_000);

  const recovered = await start();
  expect(recovered.isAdopted).toBe(false);
  expect(await query(recovered.url, "select id from kept order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  await recovered.stop();
  expect(isAlive(recovered.pid)).toBe(false);
});

test("listens on loopback only, by password, with every commit on disk", async () => {
  const { url } = await start();
  const [row] = await query(
    url,
    "select current_setting('fsync') f, current_setting('listen_addresses') l, current_setting('unix_socket_directories') u",
  );
  expect(row).toEqual({ f: "on", l: "127.0.0.1", u: "" });
  const wrong = new URL(url);
  wrong.password = "guess";
  await expect(query(wrong.href, "select 1")).rejects.toThrow(/password/);
  expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
});

test.runIf(process.getuid?.() === 0)(
  "runs as root under a 0700 home, from copies that its user can reach",
  async () => {
    await chmod(dataDir, 0o700);
    const native = join(dataDir, "native");
    await cp(findBinaries(), native, { recursive: true, verbatimSymlinks: true });
    // As after `npm install --ignore-scripts`: no links between library versions.
    for (const name of await readdir(join(native, "lib")))
      if ((await lstat(join(native, "lib", name))).isSymbolicLink()) await rm(join(native, "lib", name));

    const database = await startEmbeddedDatabase({ dataDir, native });
    started.push(database);
    const [row] = await query(database.url, "select current_setting('data_directory') folder");
    const folder = String(row?.folder);
    try {
      expect(folder.startsWith(dataDir)).toBe(false);
      expect((await stat(folder)).uid).not.toBe(0);
    } finally {
      await database.stop();
      await rm(join(folder, ".."), { recursive: true, force: true });
    }
  },
);
