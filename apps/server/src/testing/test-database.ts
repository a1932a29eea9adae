import { spawn } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import type { DatabaseServer } from "../engines/database/port.ts";
import { copyMigratedDatabase } from "./migrated-database.ts";

/** The one PostgreSQL of this process, whose test files run one after another; started when the first of them needs it. */
let started: Promise<DatabaseServer> | null = null;
let count = 0;

/**
 * A new database with all migrations, or an empty one, in this process's own PostgreSQL; `stop` deletes it. What is set for a
 * whole server (roles, settings) the next file finds, too. A test in which PostgreSQL itself ends starts its own.
 */
export const openTestDatabase = async ({ isEmpty }: { readonly isEmpty: boolean }): Promise<DatabaseServer> => {
  started ??= startServer().catch((error: unknown) => {
    started = null;
    throw error;
  });
  const { url } = await started;
  count += 1;
  const name = `test_${count}`;
  // Copied as files: half of what it costs to write them to the log first.
  await execute(url, `create database ${name} ${isEmpty ? "" : "template tribe strategy file_copy"}`);
  return {
    url: urlOf(url, name),
    stop: () => execute(url, `drop database ${name} with (force)`),
  };
};

const startServer = async (): Promise<DatabaseServer> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-databases-"));
  removeAtEnd(folder);
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  // Where it can't be copied, the databases are empty, and each server migrates its own.
  await copyMigratedDatabase(folder);
  return startEmbeddedDatabase({ dataDir: folder, isDisposable: true });
};

/** Waits for the end of its standard input, whose other end only this process holds, and then of the postmaster. */
const removal = `
read -r _
tries=0
while [ "$tries" -lt 400 ] && [ -e "$1"/postgres/*/postmaster.pid ]; do sleep 0.1; tries=$((tries + 1)); done
rm -rf "$1"
`;

/**
 * Deletes the folder when this process has ended, for whatever reason: Vitest kills its workers, so that none has a last word.
 * The postmaster ends likewise, by its guardian.
 */
const removeAtEnd = (folder: string): void => {
  const waiting = spawn("/bin/sh", ["-c", removal, "tribe-databases-removal", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  waiting.unref();
  if (waiting.stdin instanceof Socket) waiting.stdin.unref();
};

/** One statement outside of the databases that it is about. */
const execute = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(urlOf(url, "postgres"));
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

const urlOf = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
