import pg from "pg";
import { missingTimeouts } from "../../db/timeouts.ts";
import { NoAnswerError } from "../no-answer-error.ts";
import { type DatabaseServer, DatabaseStartError } from "./port.ts";

const oldestMajor = 15;

/**
 * SQLSTATEs of a server that answers and refuses us: a wrong user or password (class 28), an unknown database (3D000), or no right to
 * connect (42501). Waiting would not help.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(28...|3D000|42501)$/.test(String(error.code));

/** The configured addresses: PostgreSQL's, or a pooler's and then PostgreSQL's own beside it. */
export interface ExternalDatabase {
  readonly url: string;
  readonly directUrl: string | undefined;
}

/**
 * Uses a PostgreSQL that we do not run, and a pooler in front of it. @throws DatabaseStartError when one of them refuses us, the server
 * is older than 15, or the pooler's connections have no timeouts; NoAnswerError when one does not answer
 */
export const connectExternalDatabase = async ({ url, directUrl }: ExternalDatabase): Promise<DatabaseServer> => {
  await check(directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL", directUrl ?? url, checkVersion);
  const stop = async () => undefined;
  if (directUrl === undefined) return { url, stop };
  await check("DATABASE_URL", url, checkTimeouts);
  return { url: directUrl, poolerUrl: url, stop };
};

const checkVersion = async (client: pg.Client, setting: string): Promise<void> => {
  const answer = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const major = answer.rows[0]?.version ?? 0;
  if (major < oldestMajor)
    throw new DatabaseStartError(`${setting} leads to PostgreSQL ${major}; at least ${oldestMajor} is needed`);
};

/** A pooler passes none of a client's timeouts on: PostgreSQL must have them for the pooler's user. */
const checkTimeouts = async (client: pg.Client): Promise<void> => {
  const read = async (name: string): Promise<string> => {
    const { rows } = await client.query<{ value: string }>(`select current_setting('${name}') as value`);
    return rows[0]?.value ?? "0";
  };
  const { rows } = await client.query<{ role: string }>("select current_user as role");
  const missing = await missingTimeouts(read, rows[0]?.role ?? "");
  if (missing !== null)
    throw new DatabaseStartError(
      `The pooler at DATABASE_URL has connections without timeouts. Run in the database, then reload the pooler: ${missing}`,
    );
};

const check = async (
  setting: string,
  url: string,
  inspect: (client: pg.Client, setting: string) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A broken connection is also reported by the running query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await inspect(client, setting);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (isRefusal(error))
      throw new DatabaseStartError(`The database at ${setting} refuses us: ${reason}`, { cause: error });
    throw new NoAnswerError(`The database at ${setting} does not answer: ${reason}.`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
};
