import pg from "pg";
import rightsOfRoles from "./table-rights.json" with { type: "json" };

/** Each role of the server → its tables → what it may do with them; `npm run db:rights` derives it from the code. */
export const tableRights: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = rightsOfRoles;

/** The database role of a role of the server: `deploy/postgres/roles.sql` creates them. */
export const databaseRoleOf = (role: string): string => `tribe_${role}`;

/** Any number, as long as all our processes use the same. */
const grantLock = 7_421_692;

/** The queue's own tables: adding a job is a function that runs with its caller's rights. */
const queue = "graphile_worker";

/**
 * Gives the database role of each process exactly the rights that its code uses, in one transaction; a role that the database does not
 * have is left out. The queue's tables hide their rows from everybody but their owner, hence the policies.
 * @returns the database roles
 */
export const grantRights = async (client: Pick<pg.ClientBase, "query">): Promise<readonly string[]> => {
  const wanted = Object.keys(tableRights).map(databaseRoleOf);
  const { rows } = await client.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname = any($1) and rolname <> current_user",
    [wanted],
  );
  const known = new Set(rows.map(({ name }) => name));
  const { rows: hidden } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = to_regnamespace($1) and relrowsecurity and relkind in ('r', 'p')",
    [queue],
  );
  await client.query("begin");
  try {
    // Of two at once the second would find rows of the catalogue changed.
    await client.query("select pg_advisory_xact_lock($1)", [grantLock]);
    for (const [role, tables] of Object.entries(tableRights)) {
      const name = databaseRoleOf(role);
      if (known.has(name))
        await client.query(
          statements(
            name,
            tables,
            hidden.map((table) => table.name),
          ).join(";\n"),
        );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  return wanted.filter((name) => known.has(name));
};

const statements = (
  name: string,
  tables: Readonly<Record<string, readonly string[]>>,
  hidden: readonly string[],
): readonly string[] => {
  const to = pg.escapeIdentifier(name);
  return [
    `revoke all on all tables in schema public from ${to}`,
    `grant usage on schema public, drizzle, ${queue} to ${to}`,
    `grant select on drizzle.__drizzle_migrations to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    `grant usage on all sequences in schema ${queue} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${queue} to ${to}`,
    `revoke insert, update, delete on ${queue}.migrations from ${to}`,
    ...hidden.flatMap((table) => {
      const at = `${pg.escapeIdentifier(name)} on ${queue}.${pg.escapeIdentifier(table)}`;
      return [`drop policy if exists ${at}`, `create policy ${at} to ${to} using (true) with check (true)`];
    }),
    ...Object.entries(tables).map(
      ([table, rights]) => `grant ${rights.join(", ")} on public.${pg.escapeIdentifier(table)} to ${to}`,
    ),
  ];
};
