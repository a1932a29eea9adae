import pg from "pg";
import { DatabaseStartError } from "../engines/database/port.ts";
import { NoAnswerError } from "../engines/no-answer-error.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** The newest migration of the job queue's own tables in the version that is installed; a test compares the two. */
export const newestQueueMigration = 19;

/** How a database and this version's migrations compare. */
export interface MigrationState {
  /** What this version has and the database does not, in order; the queue's as one. */
  readonly pending: readonly string[];
  /** Whether the database also has migrations that this version does not know. */
  readonly isNewer: boolean;
  /** The last migration, by its time, that a version needs to run on this database; null when nothing says so. */
  readonly oldestUsable: number | null;
}

/** The queue's part in a list of pending migrations. */
export const queueMigrations = "the job queue's tables";

/** What the comment on the table of applied migrations says, for {@link readMigrationState} and whoever looks. */
export const commentFor = ({ tag, when }: Pick<Migration, "tag" | "when">): string =>
  `Runs with versions that have at least ${tag} (${when}).`;

interface Found {
  readonly applied: string[] | null;
  readonly queue: number | null;
  readonly comment: string | null;
}

/** Reads what a database has, without changing anything. */
export const readMigrationState = async (
  client: Pick<pg.ClientBase, "query">,
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationState> => {
  const { applied, queue, comment } = await read(client);
  const known = new Set(migrations.map(({ when }) => String(when)));
  const done = new Set(applied ?? []);
  const oldest = /\((\d+)\)\.$/.exec(comment ?? "")?.[1];
  return {
    pending: [
      ...migrations.filter(({ when }) => !done.has(String(when))).map(({ tag }) => tag),
      ...((queue ?? 0) < newestQueueMigration ? [queueMigrations] : []),
    ],
    isNewer: [...done].some((when) => !known.has(when)) || (queue ?? 0) > newestQueueMigration,
    oldestUsable: oldest === undefined ? null : Number(oldest),
  };
};

const read = async (client: Pick<pg.ClientBase, "query">): Promise<Found> => {
  const tables = await client.query<{ ours: boolean; queue: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as ours,
       to_regclass('graphile_worker.migrations') is not null as queue`,
  );
  const { ours = false, queue = false } = tables.rows[0] ?? {};
  const applied = ours
    ? await client.query<{ when: string }>("select created_at::text as when from drizzle.__drizzle_migrations")
    : null;
  const comment = ours
    ? await client.query<{ comment: string | null }>(
        "select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as comment",
      )
    : null;
  const newest = queue
    ? await client.query<{ id: number | null }>("select max(id) as id from graphile_worker.migrations")
    : null;
  return {
    applied: applied?.rows.map(({ when }) => when) ?? null,
    queue: newest?.rows[0]?.id ?? null,
    comment: comment?.rows[0]?.comment ?? null,
  };
};

/** The database lacks migrations of this version: it waits until they were applied. */
export class PendingMigrationsError extends NoAnswerError {}

/** @throws DatabaseStartError when the database was migrated so far that this version is too old for it */
export const refuseTooNew = ({ oldestUsable }: MigrationState, migrations: readonly Migration[]): void => {
  if (oldestUsable === null || migrations.some(({ when }) => when === oldestUsable)) return;
  throw new DatabaseStartError(
    "This version is too old for the database, which a later one has migrated: it may be at most one release older. Start a newer " +
      "version, or restore the database as it was (docs/operate/upgrades.md).",
  );
};

/**
 * For production, where migrations are a step of their own (docs/decisions/0218-migrations-are-a-step-of-their-own.md).
 * @throws PendingMigrationsError, or DatabaseStartError when this version is too old for the database
 */
export const requireMigrated = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect().catch((cause: unknown) => {
      throw new NoAnswerError("The database at DATABASE_URL does not answer.", { cause });
    });
    const migrations = readMigrations();
    const state = await readMigrationState(client, migrations).catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new DatabaseStartError(`Which migrations the database has could not be read: ${words}`, { cause });
    });
    refuseTooNew(state, migrations);
    if (state.pending.length > 0)
      throw new PendingMigrationsError(
        `The database lacks migrations of this version: ${state.pending.join(", ")}. Apply them: tribe migrate, ` +
          "or npm run operator -- migrate-database.",
      );
  } finally {
    await client.end().catch(() => undefined);
  }
};
