import type { Reader } from "./client.ts";

/**
 * A statement that is built once for the database, and once for each transaction that uses it: building one costs more than
 * sending it. Give it a name, so that PostgreSQL also plans it once per connection.
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
 * The name of a statement that PostgreSQL plans for each execution's values, as it always does for a partitioned table whose key
 * is one of them: with a name it would also, at each connection's sixth execution, plan it for all partitions (7 ms for those
 * of `messages`) only to find that the specific plan is better.
 */
export const plannedAnew = "";
