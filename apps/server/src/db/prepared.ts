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

/**
 * The name of a statement that PostgreSQL plans anew for each execution's values, as it always does for a table in partitions whose
 * key is one of them: with a name it would also, at each connection's sixth execution, plan it once for all partitions (7 ms for
 * those of `messages`) only to find that the plan for one is better.
 */
export const plannedAnew = "";
