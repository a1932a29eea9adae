/** How long what a test waits for may take: a busy machine is slow, and a fault must not hang the run. Milliseconds. */
const limit = 20_000;

/** What has happened so far, in order, which can also be waited for. */
export const createLog = <T>() => {
  const entries: T[] = [];
  const listeners = new Set<() => void>();
  return {
    all: entries as readonly T[],
    add: (entry: T): void => {
      entries.push(entry);
      for (const listener of [...listeners]) listener();
    },
    /** The first entry that matches, or that will. @throws Error naming `what` when none comes */
    first: <Match extends T>(matches: (entry: T, index: number) => entry is Match, what: string): Promise<Match> =>
      new Promise((resolve, reject) => {
        const end = (then: () => void): void => {
          clearTimeout(timer);
          listeners.delete(look);
          then();
        };
        const look = (): void => {
          const found = entries.find(matches);
          if (found !== undefined) end(() => resolve(found));
        };
        const timer = setTimeout(() => end(() => reject(new Error(`the page never sent ${what}`))), limit);
        listeners.add(look);
        look();
      }),
  } as const;
};
