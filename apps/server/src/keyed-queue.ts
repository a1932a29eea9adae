/** Calls that run beside each other. */
export interface KeyedQueue {
  /** Begins when it is its turn. Ignored while the same key waits or runs. */
  start(key: string, work: () => Promise<void>): void;
  /** Resolves when nothing runs or waits any more. */
  idle(): Promise<void>;
}

/** What {@link keyedQueue} needs to know. */
export interface KeyedQueueOptions {
  /** How many run at once; the others wait in their order. */
  readonly max: number;
  /** When it is aborted, nothing begins any more. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, key: string) => void;
}

/** Runs calls that must not wait for each other: one for each key at a time, and never more than so many at once. */
export const keyedQueue = ({ max, signal, onError }: KeyedQueueOptions): KeyedQueue => {
  const waiting = new Map<string, () => Promise<void>>();
  const running = new Map<string, Promise<void>>();
  const run = async (key: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onError(error, key);
    }
    running.delete(key);
    beginNext();
  };
  const beginNext = (): void => {
    if (signal.aborted) waiting.clear();
    for (const [key, work] of waiting) {
      if (running.size >= max) return;
      waiting.delete(key);
      running.set(key, run(key, work));
    }
  };
  return {
    start: (key, work) => {
      if (waiting.has(key) || running.has(key)) return;
      waiting.set(key, work);
      beginNext();
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
};
