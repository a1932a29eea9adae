import pg from "pg";
import { ConfigError } from "../settings/environment.ts";

/** Any unique number. */
const ownerLock = 7_421_689;
const timeoutMs = 10_000;

/**
 * Ensures that only one process owns a data folder: its embedded chain and its keys cannot be shared. PostgreSQL releases the
 * lock when the process ends, for any reason. @throws ConfigError when another one runs.
 */
export const lockDataFolder = async (databaseUrl: string, dataDir: string): Promise<{ release(): Promise<void> }> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [ownerLock]);
    if (rows[0]?.ours) return { release: () => client.end() };
    if (Date.now() > deadline) {
      await client.end();
      throw new ConfigError(`Tribe already runs on ${dataDir}. End it first, or set TRIBE_DATA_DIR to another folder.`);
    }
    // The owner may have been killed a moment ago, which PostgreSQL is about to notice.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
