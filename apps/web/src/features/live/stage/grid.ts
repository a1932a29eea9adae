/** Columns and rows for a number of videos: as close as possible to the stage's shape, without an empty row. */
export const gridOf = (count: number, isWide: boolean): { readonly columns: number; readonly rows: number } => {
  const most = isWide ? 5 : 3;
  const columns =
    count <= 1
      ? 1
      : count <= 4
        ? isWide
          ? count
          : 2
        : Math.min(most, Math.ceil(count / (isWide ? 2 : 3)) + (isWide ? 0 : 1));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
};
