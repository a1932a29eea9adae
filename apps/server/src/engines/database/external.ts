import pg from "pg";
import { NoAnswerError } from "../no-answer-error.ts";
import { type DatabaseServer, DatabaseStartError } from "./port.ts";

const oldestMajor = 15;

/**
 * SQLSTATEs of a server that answers and refuses us: a wrong user or password (class 28), an unknown database (3D000), or no right to
 * connect (42501). Waiting would not help.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(28...|3D000|42501)$/.test(String(error.code));

/**
 * Uses the PostgreSQL at `url`. @throws DatabaseStartError when it refuses us or is older than 15, NoAnswerError when it does not
 * answer
 */
export const connectExternalDatabase = async (url: string): Promise<DatabaseServer> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A broken connection is also reported by the running query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const major = answer.rows[0]?.version ?? 0;
    if (major < oldestMajor)
      throw new DatabaseStartError(`DATABASE_URL leads to PostgreSQL ${major}; at least ${oldestMajor} is needed`);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (isRefusal(error))
      throw new DatabaseStartError(`The database at DATABASE_URL refuses us: ${reason}`, { cause: error });
    throw new NoAnswerError(`The database at DATABASE_URL does not answer: ${reason}.`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, stop: async () => undefined };
};
