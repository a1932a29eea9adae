// Why reads are batched: docs/decisions/0109.
import DataLoader from "dataloader";

/** Limits of the batches. */
interface Limits {
  /** Concurrent queries. */
  readonly atOnce?: number;
  /** Keys per query. */
  readonly maxKeys?: number;
}

/**
 * Reads by key. Keys requested at the same moment are read by one query, and at the limit of concurrent queries the next keys
 * are collected: a crowd waits here without a connection each, and delays nobody else. Nothing is cached: a key is always
 * read after it was requested.
 * @param read returns each key's value at its index; a key may occur twice
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
    // Further requests of the same moment join this batch.
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
