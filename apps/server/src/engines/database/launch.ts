import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { runAs } from "./cluster.ts";
import { guardPostmaster } from "./guardian.ts";
import { DatabaseStartError } from "./port.ts";
import { endPostmaster, isAlive, isPostgres, readPostmasterFile } from "./postmaster.ts";
import type { SystemUser } from "./system-user.ts";

/** A postmaster that accepts connections. */
export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
}

const adoptionTimeoutMs = 5_000;
const recoveryTimeoutMs = 300_000;
const logLimitBytes = 5_000_000;

/**
 * Handles a killed owner's leftovers: a postmaster of this folder that answers is adopted; one that does not is stopped; a
 * lock file without its process is removed. Null when a new one must be started.
 */
export const adoptOrStopPostmaster = async (cluster: string, password: string): Promise<RunningPostmaster | null> => {
  const file = await readPostmasterFile(cluster);
  if (!file) return null;
  const isRunning = isAlive(file.pid) && (await isPostgres(file.pid));
  if (isRunning && file.port > 0 && (await answersFor(cluster, file, password))) {
    guardPostmaster(file.pid, cluster);
    return { pid: file.pid, port: file.port };
  }
  if (isRunning) await endPostmaster(file.pid);
  // PostgreSQL would refuse to start if another process had the number now.
  await rm(join(cluster, "postmaster.pid"), { force: true });
  return null;
};

/** It is ours when our password works and it serves this very folder. If it exits meanwhile, it is treated as not ours. */
const answersFor = async (
  cluster: string,
  { pid, port }: { readonly pid: number; readonly port: number },
  password: string,
): Promise<boolean> => {
  const deadline = Date.now() + adoptionTimeoutMs;
  for (;;) {
    const answer = await queryOnce<{ folder: string }>(
      port,
      password,
      "select current_setting('data_directory') as folder",
    );
    if (answer.kind === "rows") return answer.rows[0]?.folder === cluster;
    if (answer.kind === "failed" || Date.now() > deadline || !isAlive(pid)) return false;
    await pause(50);
  }
};

/** Starts a postmaster on a free loopback port and waits until it answers, after crash recovery if necessary. */
export const startPostmaster = async (options: {
  native: string;
  cluster: string;
  user: SystemUser | null;
  password: string;
  logFile: string;
  isDisposable: boolean;
}): Promise<RunningPostmaster> => {
  const { native, cluster, user, password, logFile } = options;
  const flags = [...settings, ...(options.isDisposable ? disposable : durable)].flatMap((setting) => ["-c", setting]);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = await openLog(logFile);
    const child = spawn(join(native, "bin", "postgres"), ["-D", cluster, "-p", String(port), ...flags], {
      ...runAs(user, cluster),
      stdio: ["ignore", log.fd, log.fd],
      // Its own session: Ctrl-C in the terminal goes only to us, and we stop it after the graceful shutdown.
      detached: true,
    });
    const ended = new Promise<"ended">((resolve) => {
      for (const event of ["exit", "error"]) child.on(event, () => resolve("ended"));
    });
    if (child.pid) guardPostmaster(child.pid, cluster);
    await log.close();
    child.unref();
    const deadline = Date.now() + recoveryTimeoutMs;
    for (;;) {
      const answer = await Promise.race([queryOnce(port, password, "select 1"), ended]);
      if (answer !== "ended" && answer.kind === "rows" && child.pid) return { pid: child.pid, port };
      if (answer === "ended") break;
      if (answer.kind === "failed" || Date.now() > deadline) {
        if (child.pid) await endPostmaster(child.pid);
        throw new DatabaseStartError(`PostgreSQL started but does not answer: ${answer.kind}. See ${logFile}`);
      }
      await Promise.race([pause(30), ended]);
    }
    const tail = (await readFile(logFile, "utf8")).trim().split("\n").slice(-5).join("\n  ");
    // Another process may have taken the free port since we found it.
    if (attempt < 5 && /could not bind|Address already in use/.test(tail)) continue;
    // The children of a killed postmaster end shortly after it.
    if (attempt < 20 && /pre-existing shared memory block/.test(tail)) {
      await pause(250);
      continue;
    }
    throw new DatabaseStartError(`PostgreSQL ended while starting (whole log: ${logFile}):\n  ${tail}`);
  }
};

/** Loopback only, no socket file; small memory and few log lines. Connections for four processes. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=64MB",
  "io_method=sync",
  "max_wal_size=256MB",
  "jit=off",
  "timezone=UTC",
] as const;
/** Every commit is synced to disk. */
const durable = ["fsync=on", "synchronous_commit=on"] as const;
/** Nothing waits for the disk. */
const disposable = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] as const;

/** Creates the database `tribe` if it is missing. */
export const ensureDatabase = async (port: number, password: string): Promise<void> => {
  const client = new pg.Client(connection(port, password));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = 'tribe'");
    if (found.rowCount === 0) await client.query("create database tribe");
  } finally {
    await client.end();
  }
};

type Answer<Row> = { kind: "rows"; rows: Row[] } | { kind: "starting" } | { kind: "failed" };

/** One query on a new connection. `starting`: not ready yet, retry; `failed`: wrong password, so another installation's. */
const queryOnce = async <Row extends pg.QueryResultRow>(
  port: number,
  password: string,
  query: string,
): Promise<Answer<Row>> => {
  const client = new pg.Client({ ...connection(port, password), connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return { kind: "rows", rows: (await client.query<Row>(query)).rows };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // 28…: the password is wrong. Everything else may be temporary: refused, 57P03 starting up or shutting down, a timeout.
    return code.startsWith("28") ? { kind: "failed" } : { kind: "starting" };
  } finally {
    await client.end().catch(() => undefined);
  }
};

const connection = (port: number, password: string) => ({
  host: "127.0.0.1",
  port,
  user: "tribe",
  password,
  database: "postgres",
});

const openLog = async (file: string) => {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return open(file, size > logLimitBytes ? "w" : "a", 0o600);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
};

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
