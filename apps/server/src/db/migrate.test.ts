import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DatabaseServer } from "../engines/database/port.ts";
import { migrateJobs } from "../engines/jobs/graphile.ts";
import { createLogger } from "../start/logger.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { applyMigrations } from "./migrate.ts";
import { readMigrations } from "./migration-files.ts";
import {
  newestQueueMigration,
  PendingMigrationsError,
  queueMigrations,
  readMigrationState,
  requireMigrated,
} from "./migration-state.ts";

let server: DatabaseServer;
let folder: string;
let client: pg.Client;
beforeEach(async () => {
  server = await openTestDatabase({ isEmpty: true });
  folder = await mkdtemp(join(tmpdir(), "tribe-migrations-"));
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a folder of migrations as Drizzle's generator does. */
const write = async (files: readonly string[]) => {
  await mkdir(join(folder, "meta"), { recursive: true });
  const entries = files.map((_, index) => ({ tag: `000${index}_step`, when: index + 1 }));
  for (const [index, text] of files.entries()) await writeFile(join(folder, `000${index}_step.sql`), text);
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
};
const tables = async () =>
  (await client.query("select tablename from pg_tables where schemaname = 'public' order by 1")).rows.map(
    ({ tablename }) => tablename,
  );

test("each migration is applied once, one that fails leaves those before it and is named, and the next run goes on there", async () => {
  await write([
    "create table boats (name text);--> statement-breakpoint\ncreate table crews (name text)",
    "create table",
  ]);
  await expect(applyMigrations(server.url, { folder })).rejects.toThrow(
    /^The migration 0001_step failed: syntax error/,
  );
  expect(await tables()).toEqual(["boats", "crews"]);
  await write(["create table boats (name text)", "create table harbours (name text)"]);
  expect(await applyMigrations(server.url, { folder })).toEqual(["0001_step"]);
  expect(await applyMigrations(server.url, { folder })).toEqual([]);
  expect(await tables()).toEqual(["boats", "crews", "harbours"]);
});

test("of several that begin at once, one migrates and the others wait for it", async () => {
  await write(["create table boats (name text)", "select pg_sleep(0.2)", "create table crews (name text)"]);
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(server.url, { folder })));
  expect(applied.map(({ length }) => length).sort()).toEqual([0, 0, 3]);
});

test("a migration gives way to whoever uses its table, says so, and is tried again", async () => {
  await client.query("create table boats (name text)");
  await write(["alter table boats add column length integer"]);
  await client.query("begin");
  await client.query("select from boats");
  const notices: string[] = [];
  const migrating = applyMigrations(server.url, { folder, lockTimeout: 50, onNotice: (line) => notices.push(line) });
  await expect.poll(() => notices).toEqual(["0000_step waits for a table that is in use; it is tried again."]);
  // A reader that comes later is not held up by it for longer than one try.
  const reader = new pg.Client({ connectionString: server.url });
  await reader.connect();
  await reader.query("select from boats");
  await reader.end();
  await client.query("commit");
  expect(await migrating).toEqual(["0000_step"]);
});

test("a migration that waits too long for a table fails with that reason, and changes nothing", async () => {
  await client.query("create table boats (name text)");
  await write(["create table crews (name text);--> statement-breakpoint\nalter table boats add column length integer"]);
  await client.query("begin");
  await client.query("select from boats");
  await expect(applyMigrations(server.url, { folder, lockTimeout: 20, patience: 0 })).rejects.toThrow(
    /^The migration 0000_step failed: canceling statement due to lock timeout/,
  );
  await client.query("commit");
  expect(await tables()).toEqual(["boats"]);
});

test("an index is built beside writers where its migration says so, and an interrupted build is begun anew", async () => {
  await client.query("create table boats (name text)");
  await client.query("insert into boats values ('a'), ('a')");
  // What an interrupted build leaves: an index of that name which nothing uses.
  await expect(client.query("create unique index concurrently boats_name on boats (name)")).rejects.toThrow();
  await write(["-- outside a transaction\ncreate index concurrently if not exists boats_name on boats (name)"]);
  const writer = new pg.Client({ connectionString: server.url });
  await writer.connect();
  await writer.query("begin");
  await writer.query("insert into boats values ('b')");
  const migrating = applyMigrations(server.url, { folder });
  // It waits for this transaction's end, and holds up no other writer meanwhile.
  await client.query("insert into boats values ('c')");
  await writer.query("commit");
  await writer.end();
  expect(await migrating).toEqual(["0000_step"]);
  const { rows } = await client.query("select indisvalid from pg_index where indexrelid = 'boats_name'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("a database says what it lacks; a newer one is accepted, unless it says that this version is too old for it", async () => {
  const all = readMigrations();
  expect((await readMigrationState(client)).pending).toEqual([...all.map(({ tag }) => tag), queueMigrations]);
  await expect(requireMigrated(server.url)).rejects.toThrow(PendingMigrationsError);
  await applyMigrations(server.url);
  await migrateJobs(server.url, createLogger("silent"));
  const state = await readMigrationState(client);
  expect(state).toMatchObject({ pending: [], isNewer: false });
  await requireMigrated(server.url);

  // As a later version leaves it: this one's migrations are all there, and one more.
  const later = { hash: "later", when: Date.now() * 2 };
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    later.hash,
    later.when,
  ]);
  expect(await readMigrationState(client)).toEqual({ ...state, isNewer: true });
  await requireMigrated(server.url);
  expect(await applyMigrations(server.url)).toEqual([]);
  expect((await readMigrationState(client)).oldestUsable).toBe(state.oldestUsable);

  // Two releases later what this one uses may be gone.
  await client.query(
    `comment on table drizzle.__drizzle_migrations is 'Runs with versions that have at least later (${later.when}).'`,
  );
  await expect(requireMigrated(server.url)).rejects.toThrow(/^This version is too old for the database/);
  await expect(applyMigrations(server.url)).rejects.toThrow(/^This version is too old for the database/);
});

test("the queue's own tables are those of its installed version", async () => {
  await migrateJobs(server.url, createLogger("silent"));
  const { rows } = await client.query("select max(id) as newest from graphile_worker.migrations");
  expect(rows).toEqual([{ newest: newestQueueMigration }]);
});
