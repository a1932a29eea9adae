import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../testing/free-port.ts";

/** The path of Debian's `pgbouncer`; null when it isn't here. */
export const findPgbouncer = (): string | null =>
  ["pgbouncer", "/usr/sbin/pgbouncer"].find((path) => spawnSync(path, ["--version"]).status === 0) ?? null;

/** A PgBouncer in transaction mode for one test. */
export interface TestPooler {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer as an operator would, but that it asks nobody for a password: whoever connects shares `poolSize` connections to
 * the database, each for one transaction at a time.
 */
export const startPgbouncer = async (path: string, databaseUrl: string, poolSize: number): Promise<TestPooler> => {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "tribe-pgbouncer-"));
  const listenPort = await freePort();
  const name = pathname.slice(1);
  const user = decodeURIComponent(username);
  const database = [
    ...[`host=${hostname}`, `port=${port || 5432}`, `dbname=${name}`, `user=${user}`],
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ];
  const settings = [
    "[databases]",
    `${name} = ${database.join(" ")}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listenPort}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 500",
  ];
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, `${settings.join("\n")}\n`);
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const running: ChildProcess = spawn(path, [...asNobody, file], { stdio: ["ignore", "ignore", "pipe"] });
  for await (const chunk of running.stderr ?? []) if (String(chunk).includes("process up")) break;
  running.stderr?.resume();
  return {
    url: `postgres://${encodeURIComponent(user)}@127.0.0.1:${listenPort}/${name}`,
    stop: async () => {
      if (running.exitCode === null) {
        running.kill("SIGKILL");
        await once(running, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
