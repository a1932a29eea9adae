/** A clock that only advances on request, so that hours pass in milliseconds and each run can be repeated exactly. */
export interface VirtualTime {
  readonly now: () => number;
  /** Runs `then` after `time` milliseconds. Returns a function that cancels it. */
  readonly after: (time: number, then: () => void) => () => void;
  /** Advances until nothing is scheduled, `isOver` is true, or `limit` (ms) is reached. */
  readonly run: (isOver: () => boolean, limit: number) => Promise<void>;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly then: () => void;
}

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Resolves after all promises that could settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a {@link VirtualTime} that begins at 0. */
export const createVirtualTime = (): VirtualTime => {
  let now = 0;
  let order = 0;
  const queue: Entry[] = [];
  const cancelled = new Set<Entry>();
  const take = (): Entry | undefined => {
    let first = 0;
    for (let index = 1; index < queue.length; index += 1) {
      const [entry, best] = [queue[index], queue[first]];
      if (entry && best && isBefore(entry, best)) first = index;
    }
    return queue.splice(first, 1)[0];
  };
  return {
    now: () => now,
    after: (time, then) => {
      order += 1;
      const entry = { at: now + Math.max(0, time), order, then };
      queue.push(entry);
      return () => cancelled.add(entry);
    },
    run: async (isOver, limit) => {
      await settled();
      while (!isOver() && now < limit) {
        const entry = take();
        if (!entry) return;
        if (cancelled.delete(entry)) continue;
        now = entry.at;
        entry.then();
        await settled();
      }
    },
  };
};

/** Random numbers determined by a seed (mulberry32). */
export interface Dice {
  /** At least 0 and below 1. */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** From `low` up to `high`. */
  readonly between: (low: number, high: number) => number;
}

export const createDice = (seed: number): Dice => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, chance: (probability) => next() < probability, between: (low, high) => low + next() * (high - low) };
};
