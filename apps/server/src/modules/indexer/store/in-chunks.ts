/** Rows per statement: even for the widest table far fewer than the 65,535 parameters that PostgreSQL takes. */
const rowsAtOnce = 1_000;

/** Calls a function with the rows in chunks, in their order; not at all when there are none. */
export const inChunks = async <Row>(rows: readonly Row[], work: (chunk: Row[]) => Promise<void>): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await work(rows.slice(start, start + rowsAtOnce));
};
