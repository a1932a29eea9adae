import DataLoader from "dataloader";

/** How much is asked at once. */
interface Limits {
  /** Questions under way. */
  readonly atOnce?: number;
  /** Keys that one question names. */
  readonly maxKeys?: number;
}

/**
 * Reads by key. What is asked in one moment is one question to the database, and while as many questions as may be are
 * under way the next ones are gathered: a crowd waits here, without a connection each, and nobody else waits for it.
 * Nothing is kept: an answer is read after it was asked for.
 * @param read answers each key in its place; a key may come twice
 */
export const readTogether = <Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { atOnce = 2, maxKeys = 500 }: Limits = {},
): ((key: Key) => Promise<Value>) => {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const begin = (): void => {
    if (underWay >= atOnce) return;
    const next = waiting.shift();
    if (!next) return;
    underWay += 1;
    // What else is asked for in this moment is asked with it.
    setImmediate(next);
  };
  const loader = new DataLoader<Key, Value>(
    async (keys) => {
      try {
        return await read(keys);
      } finally {
        underWay -= 1;
        begin();
      }
    },
    {
      cache: false,
      maxBatchSize: maxKeys,
      batchScheduleFn: (run) => {
        waiting.push(run);
        begin();
      },
    },
  );
  return (key) => loader.load(key);
};
