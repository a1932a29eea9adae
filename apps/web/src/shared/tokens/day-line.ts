/** Steps of a whole day; a younger line begins further right. */
const steps = 24;

/** The corners of a day's line in a box. @param heights from 0 to 100, the newest last */
export const linePoints = (heights: readonly number[], width: number, height: number): [number, number][] => {
  const edge = 2;
  const step = (width - 2 * edge) / steps;
  return heights.map((share, index) => [
    width - edge - (heights.length - 1 - index) * step,
    height - edge - (share / 100) * (height - 2 * edge),
  ]);
};
