/** Rows of one statement: with the widest table's columns far below the 65,535 parameters that PostgreSQL takes. */
const rowsAtOnce = 1_000;

/** Does something with rows, so many at a time, in their order; nothing when there are none. */
export const inChunks = async <Row>(rows: readonly Row[], work: (chunk: Row[]) => Promise<void>): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await work(rows.slice(start, start + rowsAtOnce));
};
