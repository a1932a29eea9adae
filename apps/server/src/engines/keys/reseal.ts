// How keys are replaced: docs/decisions/0153.
import { ApiError } from "@tribe/contract";
import type { Database } from "../../db/client.ts";
import type { EnvelopePurpose, Keys } from "./port.ts";

/** One column of sealed values: how to read it from a row, its purpose and context, and how to write it. */
export interface SealedColumn<Row> {
  readonly purpose: EnvelopePurpose;
  readonly contextOf: (row: Row) => string;
  readonly sealedOf: (row: Row) => Buffer | null;
  /** Writes `sealed` if the row still contains `was`; `rowCount` tells whether it did. */
  readonly write: (
    db: Database,
    row: Row,
    was: Buffer,
    sealed: Buffer,
  ) => Promise<{ readonly rowCount: number | null }>;
}

/** A table with sealed columns. */
export interface SealedTable<Row> {
  /** The next rows of the table in the order of its key, after this one; the first ones when it is null. */
  readonly readAfter: (db: Database, row: Row | null) => Promise<readonly Row[]>;
  readonly columns: readonly SealedColumn<Row>[];
}

/** The results, as counts of values. */
export interface Resealed {
  readonly resealed: number;
  /** Neither the current nor the previous key opens them: left unchanged. */
  readonly unreadable: number;
}

/**
 * Seals with the current keys all values that previous keys sealed. It may run beside a server: a row that changes meanwhile
 * keeps its new value, which the current key sealed. If it is stopped, the next run continues.
 * @param purposes whose keys are open; columns of others are skipped
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
        // Unavailable is not the same as damaged: if a KMS does not answer, the command ends.
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
