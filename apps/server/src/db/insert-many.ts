import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./client.ts";

/** What an insert has around its rows. */
interface Around {
  /** Another source that the rows are joined with, such as a step before in the same statement. */
  readonly from?: SQL;
  /** What follows the rows, such as `on conflict do nothing`. */
  readonly after?: SQL;
}

/**
 * Inserts rows by one parameter, a JSON text, whatever their number: to name each field a parameter of its own costs more
 * than the insert does. All rows have the columns that the first has; the others get their defaults.
 * @param after what follows the rows, such as `on conflict do nothing`.
 * @returns what `after` returns, under the database's own names.
 */
export const insertMany = async <Table extends PgTable>(
  tx: Executor,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  after: SQL = sql``,
): Promise<Record<string, unknown>[]> =>
  rows.length === 0 ? [] : (await tx.execute(insertOf(table, rows, { after }))).rows;

/** The statement of {@link insertMany}, for one that is a step of another. @param rows at least one */
export const insertOf = <Table extends PgTable>(
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  { from, after = sql`` }: Around = {},
): SQL => {
  const first = rows[0] ?? {};
  const columns = Object.entries<Column>(getTableColumns(table)).filter(([key]) => key in first);
  const encoders = columns.map(([key, column]) => {
    // A JSON column holds the value itself; any other column's own text is read as a parameter's would be.
    const encode = column.getSQLType() === "jsonb" ? (value: unknown) => value : column.mapToDriverValue.bind(column);
    return { key, name: column.name, encode };
  });
  const records = rows.map((row) => {
    // A row has the table's keys by its type.
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
