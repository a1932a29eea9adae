/** Runs calls concurrently, by key. */
export interface KeyedQueue {
  /** Starts `work` as soon as possible. Ignored while the same key waits or runs. */
  start(key: string, work: () => Promise<void>): void;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

/** Options of {@link keyedQueue}. */
export interface KeyedQueueOptions {
  /** Maximum concurrent calls; the others wait in order. */
  readonly max: number;
  /** When it is aborted, no further call starts. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, key: string) => void;
}

/** Runs calls concurrently: one per key at a time, and at most `max` in all. */
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
