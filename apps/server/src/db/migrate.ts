import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { repository } from "../programs.ts";

const migrationsFolder = join(repository, "apps/server/migrations");
/** Any number, as long as all our processes take the same. */
const migrationLock = 7_421_688;

/** Applies the committed migrations; of several processes that start at once, one does and the others wait. */
export const applyMigrations = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks tells the query under way, too; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
};
