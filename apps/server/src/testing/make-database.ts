import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { applyMigrations } from "../db/migrate.ts";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import { migrateJobs } from "../engines/jobs/graphile.ts";
import { createLogger } from "../start/logger.ts";

// Creates a data folder's database as a first start does, and stops it in order: `migrated-database.ts` copies it.
const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error("which data folder?");
const database = await startEmbeddedDatabase({ dataDir });
try {
  await applyMigrations(database.url);
  await migrateJobs(database.url, createLogger("error"));
  // The queue's own connection closes shortly after its migrations; stopping the database earlier would crash this process.
  const client = new pg.Client(database.url);
  await client.connect();
  const others = "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
  while ((await client.query(others)).rowCount !== 0) await wait(10);
  await client.end();
} finally {
  await database.stop();
}
