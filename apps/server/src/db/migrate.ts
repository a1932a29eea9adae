import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { repository } from "../process/programs.ts";

const migrationsFolder = join(repository, "apps/server/migrations");
/** Any number, as long as all our processes use the same. */
const migrationLock = 7_421_688;

/** Applies the committed migrations; of several processes that start at once, one migrates and the others wait. */
export const applyMigrations = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  // The running query reports a broken connection, too; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
};
