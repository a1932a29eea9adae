import { applyMigrations } from "../db/migrate.ts";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import { migrateJobs } from "../engines/jobs/graphile.ts";
import { createLogger } from "../start/logger.ts";

// Makes the database of a data folder as a first start does, and ends it in order: `migrated-database.ts` copies it.
const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error("which data folder?");
const database = await startEmbeddedDatabase({ dataDir });
try {
  await applyMigrations(database.url);
  await migrateJobs(database.url, createLogger("error"));
} finally {
  await database.stop();
}
