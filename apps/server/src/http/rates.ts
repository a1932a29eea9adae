import { ApiError, type RateClass } from "@tribe/contract";

/** Calls a minute of each class (contract `route.ts`). */
export const callsPerMinute: Readonly<Record<RateClass, number>> = { read: 600, write: 120, sensitive: 10 };

const windowMs = 60_000;
const maxKeys = 100_000;

/** Counts calls in fixed windows of a minute, in this process. */
export interface Rates {
  /** @throws ApiError `too_many_requests` with the seconds until the window ends. */
  count(key: string, limit: number): void;
}

/** Counters that forget a window when it is over. */
export const createRates = (now: () => number = Date.now): Rates => {
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return {
    count: (key, limit) => {
      const at = now();
      const window = windows.get(key);
      if (!window || window.endsAt <= at) {
        if (windows.size >= maxKeys) for (const [old, { endsAt }] of windows) if (endsAt <= at) windows.delete(old);
        // More live keys than we can hold: the oldest goes, so that memory stays bounded.
        if (windows.size >= maxKeys) for (const oldest of windows.keys()) if (windows.delete(oldest)) break;
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
