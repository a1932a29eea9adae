/** Columns of the stage for a number of pictures: as near to the shape of the stage as can be. */
export const columnsOf = (count: number, isWide: boolean): number => {
  if (count <= 1) return 1;
  if (isWide) return count === 2 ? 2 : count <= 4 ? Math.min(count, 4) : count <= 6 ? 3 : 5;
  return count <= 4 ? 2 : 3;
};
