/**
 * `npm run drill:restore [-- --people=N --messages=N]`: loses a database and restores it to a point in time, on a PostgreSQL of its own
 * and by the scripts of deploy/backup, and says how long that took, whether every row is as it was, and which wallets it has closed
 * (docs/operate/backups.md). It needs the programs of PostgreSQL 15 or newer: Debian's, or those of `PG_BIN`.
 */
import { execFile } from "node:child_process";
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import type { Uid } from "@tribe/contract";
import pg from "pg";
import { migrateDatabase } from "../../apps/server/src/db/migrate-database.ts";
import { databaseSystemUser } from "../../apps/server/src/engines/database/system-user.ts";
import { openWalletFolder } from "../../apps/server/src/engines/wallet-store/folder.ts";
import { runCommand } from "../../apps/server/src/operator/commands.ts";
import { openInstallation } from "../../apps/server/src/operator/open-installation.ts";
import { readEnvironment } from "../../apps/server/src/settings/environment.ts";
import { createLogger } from "../../apps/server/src/start/logger.ts";
import { freePort } from "../../apps/server/src/testing/free-port.ts";
import { root } from "../lib/run.mjs";

const run = promisify(execFile);

/** What a drill has shown. */
export interface DrillReport {
  readonly databaseMegabytes: number;
  readonly rows: number;
  readonly backupSeconds: number;
  /** From the lost database to one that is open for writing. */
  readonly restoreSeconds: number;
  /** Tables whose rows are not as they were at the point in time. */
  readonly differing: readonly string[];
  /** Rows that were written after the point in time, and are gone as they should be. */
  readonly rowsAfter: number;
  /** What `operator closed-wallets` says. */
  readonly closedWallets: string;
}

/** The folder of PostgreSQL's programs. @throws Error when there is none */
const findPrograms = async (): Promise<string> => {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const versions = (await readdir("/usr/lib/postgresql").catch(() => [])).sort((a, b) => Number(b) - Number(a));
  if (!versions[0]) throw new Error("No PostgreSQL is installed in /usr/lib/postgresql: set PG_BIN to its programs.");
  return `/usr/lib/postgresql/${versions[0]}/bin`;
};

const uidOf = (index: number): Uid => String(index).padStart(32, "u") as Uid; // the form of a uid

/** Fills a database as an installation of these sizes has it: people with wallets, and their messages in a hundred Tribes. */
const fill = async (client: pg.Client, { people, messages }: { people: number; messages: number }): Promise<void> => {
  await client.query(
    "insert into people (uid, email) select lpad(n::text, 32, 'u'), n || '@example.test' from generate_series(1, $1::int) n",
    [people],
  );
  await client.query(
    `insert into wallet_records (uid, body, mac)
     select lpad(n::text, 32, 'u'), json_build_object('format', 1, 'uid', lpad(n::text, 32, 'u'), 'version', 1, 'address', 'wallet' || n), 'mac'
     from generate_series(1, $1::int) n`,
    [people],
  );
  await client.query("insert into channels (mint, group_size) select 'mint' || n, 12 from generate_series(0, 99) n");
  await writeMessages(client, 1, messages, people);
};

const writeMessages = (client: pg.Client, from: number, to: number, people: number) =>
  client.query(
    `insert into messages (mint, number, seq, id, author_uid, client_id, text)
     select 'mint' || n % 100, n, n, gen_random_uuid(), lpad((1 + n % $3::int)::text, 32, 'u'), gen_random_uuid(), 'message ' || n || ' of the drill'
     from generate_series($1::int, $2::int) n`,
    [from, to, people],
  );

/** Each table's number of rows and a digest of them all, whatever their order. */
const fingerprints = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'drizzle', 'graphile_worker') order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' rows ' || coalesce(sum(('x' || left(md5(each::text), 15))::bit(60)::bigint)::text, '') as digest from ${name} as each`,
    );
    found.set(name, rows[0]?.digest ?? "");
  }
  return found;
};

const rowsIn = (prints: ReadonlyMap<string, string>): number =>
  [...prints.values()].reduce((sum, digest) => sum + Number.parseInt(digest, 10), 0);

/** Loses a database and restores it. @param onStep called with a sentence before each step */
export const restoreDrill = async (
  size: { readonly people: number; readonly messages: number },
  onStep: (line: string) => void = () => undefined,
): Promise<DrillReport> => {
  const programs = await findPrograms();
  const user = databaseSystemUser();
  const home = await mkdtemp(join(tmpdir(), "tribe-drill-"));
  const [data, backups, wal, dataDir] = ["data", "backups", "wal", "keys"].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ];
  await chmod(home, 0o755);
  for (const folder of [data, backups, wal]) {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  }
  if (user) await chown(home, user.uid, user.gid);
  const port = await freePort();
  /** One of PostgreSQL's programs, or a script of deploy/backup, as PostgreSQL's user. */
  const asPostgres = (command: string, ...args: string[]) =>
    run(
      command.endsWith(".sh") ? "sh" : join(programs, command),
      command.endsWith(".sh") ? [join(home, "scripts", command), ...args] : args,
      {
        cwd: home,
        ...(user ? { uid: user.uid, gid: user.gid } : {}),
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          LC_ALL: "C",
          TZ: "UTC",
          PGHOST: "127.0.0.1",
          PGPORT: String(port),
          PGUSER: "tribe",
        },
      },
    );
  const url = (database: string) => `postgres://tribe@127.0.0.1:${port}/${database}`;
  const start = () =>
    asPostgres("pg_ctl", "start", "--wait", "--timeout=3600", "--silent", `--pgdata=${data}`, `--log=${home}/log`);
  const connect = async (database = "tribe") => {
    const client = new pg.Client({ connectionString: url(database) });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  try {
    onStep("Making a PostgreSQL that archives its log …");
    await asPostgres("initdb", `--pgdata=${data}`, "--username=tribe", "--auth=trust", "--encoding=UTF8", "--locale=C");
    // The scripts must be readable for PostgreSQL's user, who may not enter a checkout.
    await run("cp", ["-r", join(root, "deploy/backup"), join(home, "scripts")]);
    await appendFile(
      join(data, "postgresql.conf"),
      [
        `port = ${port}`,
        "listen_addresses = '127.0.0.1'",
        "unix_socket_directories = ''",
        "archive_mode = on",
        "archive_timeout = 60",
        `archive_command = 'sh ${home}/scripts/archive-wal.sh ${wal} %p %f'`,
        "max_wal_size = 2GB",
      ].join("\n"),
    );
    await start();
    const first = await connect("postgres");
    await first.query("create database tribe");
    await first.end();
    await migrateDatabase(url("tribe"), createLogger("warn"));
    onStep(`Filling it: ${size.people} people with wallets, ${size.messages} messages …`);
    const client = await connect();
    await fill(client, size);
    const versions = openWalletFolder(join(dataDir, "wallet-versions"));
    const changed = [1, 2, 3].map(uidOf);
    for (const uid of changed) await versions.keep(uid, 1);

    onStep("Backing it up while it runs …");
    const backupFrom = performance.now();
    await asPostgres("base-backup.sh", backups, wal);
    const backupSeconds = (performance.now() - backupFrom) / 1_000;

    // What is written between the copy and the point in time comes from the archived log alone.
    const few = Math.ceil(size.messages / 10);
    await writeMessages(client, size.messages + 1, size.messages + few, size.people);
    // The copy's name has seconds, and a point in time must be after it.
    await client.query("select pg_sleep(1.1)");
    const { rows: times } = await client.query<{ time: string; bytes: string }>(
      "select clock_timestamp()::text as time, pg_database_size('tribe')::text as bytes",
    );
    const [{ time, bytes } = { time: "", bytes: "0" }] = times;
    const before = await fingerprints(client);

    onStep("Writing on after that point, also to three wallets; then all is lost …");
    await writeMessages(client, size.messages + few + 1, size.messages + 2 * few, size.people);
    for (const uid of changed) {
      await client.query(
        "update wallet_records set body = replace(body, '\"version\" : 1', '\"version\" : 2') where uid = $1",
        [uid],
      );
      await versions.keep(uid, 2);
    }
    const after = await fingerprints(client);
    await client.query("select pg_switch_wal()");
    await expectArchived(client);
    await client.end();
    await asPostgres("pg_ctl", "stop", "--mode=immediate", "--silent", `--pgdata=${data}`);
    await rename(data, join(home, "lost"));

    onStep(`Restoring it as it was at ${time} …`);
    const restoreFrom = performance.now();
    await asPostgres("restore.sh", backups, wal, data, time);
    await start();
    const restored = await connect();
    for (;;) {
      const { rows } = await restored.query<{ recovers: boolean }>("select pg_is_in_recovery() as recovers");
      if (rows[0]?.recovers === false) break;
      await restored.query("select pg_sleep(0.1)");
    }
    const restoreSeconds = (performance.now() - restoreFrom) / 1_000;

    onStep("Comparing every row …");
    const now = await fingerprints(restored);
    const names = [...new Set([...before.keys(), ...now.keys()])];
    await restored.end();
    const installation = await openInstallation(
      readEnvironment({ TRIBE_DATA_DIR: dataDir, DATABASE_URL: url("tribe") }),
    );
    const closed = await runCommand(installation, ["closed-wallets"]).finally(() => installation.close());
    return {
      databaseMegabytes: Math.round(Number(bytes) / 1e6),
      rows: rowsIn(before),
      backupSeconds,
      restoreSeconds,
      differing: names.filter((name) => before.get(name) !== now.get(name)),
      rowsAfter: rowsIn(after) - rowsIn(before),
      closedWallets: closed,
    };
  } finally {
    await asPostgres("pg_ctl", "stop", "--mode=immediate", "--silent", `--pgdata=${data}`).catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
};

/** The end of the log is archived by a process of its own. */
const expectArchived = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ done: boolean }>(
      "select coalesce(last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1), false) as done from pg_stat_archiver",
    );
    if (rows[0]?.done) return;
    await client.query("select pg_sleep(0.1)");
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { people: { type: "string" }, messages: { type: "string" } } });
  const size = { people: Number(values.people ?? 10_000), messages: Number(values.messages ?? 200_000) };
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const report = await restoreDrill(size, print);
  print(`Database            ${report.databaseMegabytes} MB, ${report.rows} rows`);
  print(`Base backup         ${report.backupSeconds.toFixed(1)} s`);
  print(`Restored            ${(report.restoreSeconds / 60).toFixed(2)} minutes after it was lost`);
  print(
    `Rows                ${report.differing.length === 0 ? "every table is as it was at the point in time" : `DIFFERENT in ${report.differing.join(", ")}`}`,
  );
  print(`Written after it    ${report.rowsAfter} rows, gone as asked for`);
  print(`Wallets             ${report.closedWallets}`);
  process.exitCode = report.differing.length === 0 ? 0 : 1;
}
