import { ApiError } from "@tribe/contract";
import type { Database } from "../../db/client.ts";
import type { EnvelopePurpose, Keys } from "./port.ts";

/** One column of sealed values: how a row is read, what it was sealed to, and how it is written. */
export interface SealedColumn<Row> {
  readonly purpose: EnvelopePurpose;
  readonly contextOf: (row: Row) => string;
  readonly sealedOf: (row: Row) => Buffer | null;
  /** Writes `sealed` where the row still has what it `was`; `rowCount` says whether it had. */
  readonly write: (
    db: Database,
    row: Row,
    was: Buffer,
    sealed: Buffer,
  ) => Promise<{ readonly rowCount: number | null }>;
}

/** A table with sealed columns. */
export interface SealedTable<Row> {
  /** The next rows of the table in the order of its key, after this one; the first ones where it is null. */
  readonly readAfter: (db: Database, row: Row | null) => Promise<readonly Row[]>;
  readonly columns: readonly SealedColumn<Row>[];
}

/** What came of it, in values. */
export interface Resealed {
  readonly resealed: number;
  /** Opened neither by the key of today nor by one of before: left as they were. */
  readonly unreadable: number;
}

/**
 * Seals anew, under the keys of today, whatever keys of before had sealed. It may run beside a server: a row that changes meanwhile keeps
 * what was written to it, which the key of today had sealed. Stopped in the midst, it goes on the next time.
 * @param purposes whose keys are open; columns of others are passed over
 */
export const resealTable = async <Row>(
  db: Database,
  keys: Pick<Keys, "seal" | "open" | "isCurrent">,
  purposes: ReadonlySet<EnvelopePurpose>,
  { readAfter, columns }: SealedTable<Row>,
): Promise<Resealed> => {
  const own = columns.filter(({ purpose }) => purposes.has(purpose));
  let resealed = 0;
  let unreadable = 0;
  for (let rows = await readAfter(db, null); own.length > 0 && rows.length > 0; ) {
    for (const row of rows) {
      for (const { purpose, contextOf, sealedOf, write } of own) {
        const sealed = sealedOf(row);
        const context = contextOf(row);
        if (!sealed || (await keys.isCurrent(purpose, context, sealed))) continue;
        // Unavailable is another thing than damaged: a KMS that does not answer ends the command.
        const plain = await keys.open(purpose, context, sealed).catch((error: unknown) => {
          if (error instanceof ApiError) throw error;
          return null;
        });
        if (!plain) unreadable += 1;
        else resealed += (await write(db, row, sealed, await keys.seal(purpose, context, plain))).rowCount ?? 0;
      }
    }
    rows = await readAfter(db, rows.at(-1) ?? null);
  }
  return { resealed, unreadable };
};
