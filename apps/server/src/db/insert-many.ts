import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./client.ts";

/** The SQL around an insert's rows. */
interface Around {
  /** Another source that is joined with the rows, such as an earlier step of the same statement. */
  readonly from?: SQL;
  /** SQL after the rows, such as `on conflict do nothing`. */
  readonly after?: SQL;
}

/**
 * Inserts any number of rows with one parameter, a JSON text: a parameter for each field costs more than the insert. All rows
 * have the columns of the first; the others get their defaults.
 * @param after SQL after the rows, such as `on conflict do nothing`.
 * @returns the rows that `after` returns, under the database's own names.
 */
export const insertMany = async <Table extends PgTable>(
  tx: Executor,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  after: SQL = sql``,
): Promise<Record<string, unknown>[]> =>
  rows.length === 0 ? [] : (await tx.execute(insertOf(table, rows, { after }))).rows;

/** The statement of {@link insertMany}, as a step of another one. @param rows at least one */
export const insertOf = <Table extends PgTable>(
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  { from, after = sql`` }: Around = {},
): SQL => {
  const first = rows[0] ?? {};
  const columns = Object.entries<Column>(getTableColumns(table)).filter(([key]) => key in first);
  const encoders = columns.map(([key, column]) => {
    // A JSON column takes the value itself; any other column takes its text, parsed like a parameter's.
    const encode = column.getSQLType() === "jsonb" ? (value: unknown) => value : column.mapToDriverValue.bind(column);
    return { key, name: column.name, encode };
  });
  const records = rows.map((row) => {
    // By its type a row has the table's keys.
    const fields = row as Readonly<Record<string, unknown>>;
    const record: Record<string, unknown> = {};
    for (const { key, name, encode } of encoders) {
      const value = fields[key] ?? null;
      record[name] = value === null ? null : encode(value);
    }
    return record;
  });
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const source = sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`;
  return sql`insert into ${table} (${names}) select ${names} from ${source}${from ? sql`, ${from}` : sql``} ${after}`;
};
