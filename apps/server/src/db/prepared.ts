import type { Reader } from "./client.ts";

/**
 * A statement that is built once for the database, and once for each transaction that asks for it: to build one costs more
 * than to send it. Name it, so that PostgreSQL, too, plans it once for each connection.
 */
export const preparedOnce = <Statement, Db extends Reader = Reader>(
  prepare: (db: Db) => Statement,
): ((db: Db) => Statement) => {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
};
