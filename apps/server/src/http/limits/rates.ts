import { ApiError, type RateClass } from "@tribe/contract";
import QuickLRU from "quick-lru";

/** Calls per minute for each class (contract `route.ts`). */
export const callsPerMinute: Readonly<Record<RateClass, number>> = { read: 600, write: 120, sensitive: 10 };

/** How long calls are counted together. */
export const windowMs = 60_000;
/** The cache holds up to twice as many: a key without a call while this many others called is forgotten. */
const maxKeys = 100_000;

/** Counts calls in fixed windows of a minute, in this process. */
export interface Rates {
  /** @throws ApiError `too_many_requests` with the seconds until the window ends. */
  count(key: string, limit: number): void;
}

/** Counters in a bounded cache: the cost of a call does not depend on the number of keys. */
export const createRates = (now: () => number = Date.now): Rates => {
  const windows = new QuickLRU<string, { endsAt: number; calls: number }>({ maxSize: maxKeys });
  return {
    count: (key, limit) => {
      const at = now();
      const window = windows.get(key);
      if (!window || window.endsAt <= at) {
        windows.set(key, { endsAt: at + windowMs, calls: 1 });
        return;
      }
      window.calls += 1;
      if (window.calls > limit)
        throw new ApiError("too_many_requests", {
          retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1000)),
        });
    },
  };
};
