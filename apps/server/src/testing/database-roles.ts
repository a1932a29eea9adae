import pg from "pg";
import { databaseRoleOf, tableRights } from "../db/grant-rights.ts";

const password = "of the tests";

/** The URL of a database as the account of one of the server's roles. */
export const urlAs = (url: string, role: string): string =>
  Object.assign(new URL(url), { username: databaseRoleOf(role), password }).href;

const execute = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates the accounts of `deploy/postgres/roles.sql`, but for the owner. They are the whole server's: {@link dropRoles} at the end. */
export const createRoles = (url: string): Promise<void> =>
  execute(
    url,
    Object.keys(tableRights).map((role) => `create role ${databaseRoleOf(role)} login password '${password}'`),
  );

/** Deletes them, with what they were granted in this database. */
export const dropRoles = (url: string): Promise<void> =>
  execute(
    url,
    Object.keys(tableRights)
      .map(databaseRoleOf)
      .flatMap((role) => [`drop owned by ${role}`, `drop role ${role}`]),
  );
