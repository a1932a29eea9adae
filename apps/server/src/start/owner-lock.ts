import pg from "pg";
import { ConfigError } from "../config.ts";

/** Any number of our own. */
const ownerLock = 7_421_689;
const timeoutMs = 10_000;

/**
 * Makes sure that only one process owns a data folder: its embedded chain and its keys are not made to be shared.
 * The lock ends with the process, however that ends. @throws ConfigError when another one runs.
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
    // A process that was killed a moment ago: PostgreSQL is about to notice.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
