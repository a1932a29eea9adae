import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { lastOfNewestRelease, type Migration, readMigrations } from "./migration-files.ts";
import { commentFor, readMigrationState, refuseTooNew } from "./migration-state.ts";

/** Any number, as long as all our processes use the same. */
const migrationLock = 7_421_688;
/** SQLSTATE of a statement that waited for a lock as long as it may. */
const lockNotAvailable = "55P03";

/** How migrations are applied. */
export interface MigrateOptions {
  /** Called with a sentence when something is waited for. */
  readonly onNotice?: (line: string) => void;
  /**
   * How long a statement may wait for a table that is in use, ms: whoever comes after it waits behind it, so that a migration which
   * waits for a long read would stop all traffic.
   */
  readonly lockTimeout?: number;
  /** How long such a migration is tried again, ms. */
  readonly patience?: number;
  readonly folder?: string;
}

/** How migrations are applied unless told otherwise. */
export const usualMigration = {
  onNotice: (_line: string): void => undefined,
  lockTimeout: 3_000,
  patience: 600_000,
};
/** A pause in which the traffic that a try has held up passes. */
const pauseMs = 1_000;
const noticeEveryMs = 30_000;

/**
 * Applies the committed migrations, each in its own transaction; of several processes that start at once, one migrates and the others
 * wait. One that was interrupted begins with the first that is missing.
 * @returns the names of those that were applied
 * @throws Error that names the migration which failed, or DatabaseStartError when this version is too old for the database
 */
export const applyMigrations = async (url: string, options: MigrateOptions = {}): Promise<readonly string[]> => {
  const { onNotice } = { ...usualMigration, ...options };
  const client = new pg.Client({ connectionString: url });
  // The running query reports a broken connection, too; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select set_config('lock_timeout', $1, false)", [`${noticeEveryMs}ms`]);
    await retried(
      () => client.query("select pg_advisory_lock($1)", [migrationLock]),
      () => onNotice("Another process migrates this database: waiting for it."),
      Number.POSITIVE_INFINITY,
    );
    await client.query("select set_config('lock_timeout', '0', false)");
    return await applyMissing(client, { ...usualMigration, ...options });
  } finally {
    await client.end();
  }
};

const applyMissing = async (
  client: pg.Client,
  { onNotice, lockTimeout, patience, folder }: MigrateOptions & typeof usualMigration,
): Promise<readonly string[]> => {
  const migrations = readMigrations(folder);
  await client.query(`create schema if not exists drizzle`);
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const state = await readMigrationState(client, migrations);
  refuseTooNew(state, migrations);
  const missing = migrations.filter(({ tag }) => state.pending.includes(tag));
  for (const migration of missing) {
    const inUse = `${migration.tag} waits for a table that is in use; it is tried again.`;
    await retried(
      () => applyOne(client, migration, lockTimeout),
      () => onNotice(inUse),
      patience,
    ).catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The migration ${migration.tag} failed: ${words}`, { cause });
    });
  }
  // What an older version is refused by belongs to the newest one.
  const oldest = migrations.find(({ tag }) => tag === lastOfNewestRelease());
  if (!state.isNewer && oldest && state.oldestUsable !== oldest.when)
    await client.query(`comment on table drizzle.__drizzle_migrations is ${pg.escapeLiteral(commentFor(oldest))}`);
  return missing.map(({ tag }) => tag);
};

const applyOne = async (
  client: pg.Client,
  { statements, hash, when, isOutside }: Migration,
  lockTimeout: number,
): Promise<void> => {
  const note = () =>
    client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  if (isOutside) {
    // Such a build keeps nobody from the table, and waits for every transaction that is open: it has no timeout.
    for (const statement of statements) {
      await dropUnfinished(client, statement);
      await client.query(statement);
    }
    await note();
    return;
  }
  await client.query("begin");
  try {
    await client.query("select set_config('lock_timeout', $1, true)", [`${lockTimeout}ms`]);
    for (const statement of statements) await client.query(statement);
    await note();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
};

/** An index whose build was interrupted stays, invalid: `if not exists` would take it for the index. */
const dropUnfinished = async (client: pg.Client, statement: string): Promise<void> => {
  const [, name] = /create (?:unique )?index concurrently if not exists "?(\w+)"?/i.exec(statement) ?? [];
  if (!name) return;
  const { rowCount } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [pg.escapeIdentifier(name)],
  );
  if (rowCount) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
};

/** Does the work again while it fails because it waited for a lock as long as it may. @throws its last error */
export const retried = async (work: () => Promise<unknown>, onWait: () => void, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  let noticedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof Error && "code" in error && error.code === lockNotAvailable;
      if (!isLocked || performance.now() > deadline) throw error;
      if (performance.now() - noticedAt >= noticeEveryMs) {
        onWait();
        noticedAt = performance.now();
      }
      await wait(pauseMs);
    }
  }
};
