import pg from "pg";
import { databaseRoleOf, tableRights } from "../../db/grant-rights.ts";
import { readMigrationState } from "../../db/migration-state.ts";
import { answerMs, type Check } from "./check.ts";

const oldestMajor = 15;
/** Sessions, codes and signatures are compared with the database's clock, ms. */
const clockTolerance = 2_000;

const withClient = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: Error & { code?: string }) => {
      throw new Error(
        `${error.message || error.code}: is PostgreSQL running, and are host, database and password of DATABASE_URL right?`,
      );
    });
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** The database itself, its migrations, the rights of its accounts, and its clock. @param urlOf throws where there is none */
export const databaseChecks = (urlOf: () => string): readonly Check[] => [
  {
    name: "database",
    run: () =>
      withClient(urlOf(), async (client) => {
        const { rows } = await client.query<{ version: number; max: number }>(
          "select current_setting('server_version_num')::int / 10000 as version, current_setting('max_connections')::int as max",
        );
        const { version = 0, max = 0 } = rows[0] ?? {};
        if (version < oldestMajor) throw new Error(`PostgreSQL ${version}: ${oldestMajor} or newer is needed`);
        return `PostgreSQL ${version}, ${max} connections`;
      }),
  },
  {
    name: "migrations",
    run: () =>
      withClient(urlOf(), async (client) => {
        const { pending, isNewer } = await readMigrationState(client);
        if (pending.length > 0)
          throw new Error(`${pending.length} missing (${pending.at(-1)} the last): run migrate-database`);
        return isNewer ? "all, and those of a later version" : "all";
      }),
  },
  { name: "accounts", run: () => withClient(urlOf(), checkAccounts) },
  {
    name: "clock",
    run: () =>
      withClient(urlOf(), async (client) => {
        const before = Date.now();
        const { rows } = await client.query<{ now: number }>(
          "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
        );
        const after = Date.now();
        const now = rows[0]?.now ?? 0;
        const apart = now < before ? before - now : now > after ? now - after : 0;
        if (apart > clockTolerance)
          throw new Error(`this machine and the database are ${(apart / 1_000).toFixed(1)} s apart: run NTP on both`);
        return "as the database's";
      }),
  },
];

/** Each account of `deploy/postgres/roles.sql` needs what its role's code uses; one of a process, only its own. */
const checkAccounts = async (client: pg.Client): Promise<string | null> => {
  const all = Object.keys(tableRights);
  const { rows: present } = await client.query<{ name: string; own: boolean }>(
    "select rolname as name, rolname = current_user as own from pg_roles where rolname = any($1)",
    [all.map(databaseRoleOf)],
  );
  if (present.length === 0) return null;
  const examined = present.some(({ own }) => own) ? present.filter(({ own }) => own) : present;
  const lacking: string[] = [];
  for (const { name } of examined) {
    const tables = tableRights[name.replace(databaseRoleOf(""), "")] ?? {};
    const wanted = Object.entries(tables).flatMap(([table, rights]) => rights.map((right) => ({ table, right })));
    const { rows } = await client.query<{ table: string; right: string }>(
      `select asked.name as table, asked.kind as right from unnest($2::text[], $3::text[]) as asked (name, kind)
       where to_regclass(quote_ident(asked.name)) is null
          or not has_table_privilege($1, to_regclass(quote_ident(asked.name)), asked.kind)`,
      [name, wanted.map(({ table }) => table), wanted.map(({ right }) => right)],
    );
    const [first] = rows;
    if (first) lacking.push(`${name} may not ${first.right} ${first.table} (${rows.length} in all)`);
  }
  if (lacking.length > 0) throw new Error(`${lacking.join(", ")}: run migrate-database as tribe_owner`);
  return examined.map(({ name }) => name).join(", ");
};
