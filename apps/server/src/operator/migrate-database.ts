import pg from "pg";
import { grantRights } from "../db/grant-rights.ts";
import { migrateDatabase } from "../db/migrate-database.ts";
import { readMigrationState } from "../db/migration-state.ts";
import { ConfigError } from "../settings/environment.ts";
import { createLogger } from "../start/logger.ts";
import { type Installation, OperatorError } from "./port.ts";

/**
 * Applies what the database lacks of this version, or only says what that is.
 * @throws OperatorError with the migration that failed, or with those that are pending
 */
export const migrateOrCheck = async (installation: Installation, option: string | undefined): Promise<string> => {
  if (option !== undefined && option !== "--check") throw new OperatorError(`"${option}" is not "--check".`);
  try {
    return option === "--check" ? await check(installation) : await migrate(installation);
  } catch (error) {
    // The chain has nothing to do with it, and a failed command is otherwise asked about the chain.
    if (error instanceof OperatorError || error instanceof ConfigError || !(error instanceof Error)) throw error;
    throw new OperatorError(error.message, { cause: error });
  }
};

const migrate = async (installation: Installation): Promise<string> => {
  const onNotice = (line: string) => installation.say(line);
  const applied = await migrateDatabase(installation.databaseUrl(), createLogger("warn"), { onNotice });
  const done = applied.length > 0 ? `Applied ${inWords(applied)}.` : "No migration is missing.";
  const accounts = await withClient(installation, grantRights);
  return accounts.length > 0 ? `${done} ${accounts.join(", ")} have the rights of this version.` : done;
};

const withClient = async <Result>(
  installation: Installation,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: installation.databaseUrl(), connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const check = (installation: Installation): Promise<string> =>
  withClient(installation, async (client) => {
    const { pending, isNewer } = await readMigrationState(client);
    if (pending.length > 0) throw new OperatorError(`The database lacks ${inWords(pending)}.`);
    return `No migration is missing${isNewer ? "; the database also has those of a later version" : ""}.`;
  });

const inWords = (names: readonly string[]): string =>
  `${names.length} ${names.length === 1 ? "migration" : "migrations"}: ${names.join(", ")}`;
