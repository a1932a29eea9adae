/**
 * Lets at most `count` pieces of work run at once, in the order in which they were asked for; the others wait.
 * @returns runs a piece of work in its turn
 */
export const createSlots = (count: number) => {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
