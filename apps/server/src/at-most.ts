/** Runs work when its turn comes. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets so many run at once; the others wait in their order, however long it takes. */
export const atMost = (max: number): Limit => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Whoever is next takes this place.
      if (next) next();
      else running -= 1;
    }
  };
};
