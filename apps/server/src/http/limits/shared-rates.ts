import { ApiError } from "@tribe/contract";
import { getTableName } from "drizzle-orm";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { AppContext } from "../../context/context.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import { unavailableOf } from "../../db/unavailable.ts";
import { type Rates, windowMs } from "./rates.ts";
import { rateLimits } from "./schema.ts";

/** Counts calls over all processes together, for the limits that guard money, mail and sign-in. */
export interface SharedRates {
  /** @throws ApiError `too_many_requests` with the seconds until the window ends. */
  count(key: string, limit: number): Promise<void>;
}

/**
 * Counters in PostgreSQL, one statement a call; who is over the limit is refused from memory until the minute ends. While the database
 * is away, this process counts by itself: who could not be counted is not let through without a limit.
 */
export const createSharedRates = (
  { db, log, now }: Pick<AppContext, "db" | "log" | "now">,
  alone: Rates,
): SharedRates => {
  const limiters = new Map<number, RateLimiterPostgres>();
  const limiterOf = (limit: number): RateLimiterPostgres => {
    const known = limiters.get(limit);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      ...{ storeClient: db.$client, storeType: "pool", tableName: getTableName(rateLimits), tableCreated: true },
      ...{ keyPrefix: "", points: limit, duration: windowMs / 1_000 },
      inMemoryBlockOnConsumed: limit + 1,
      // One of them removes old rows for all.
      clearExpiredByTimeout: limiters.size === 0,
    });
    limiters.set(limit, limiter);
    return limiter;
  };
  const outage = createOutageLog("calls are counted by this process alone");
  return {
    count: async (key, limit) => {
      // The library knows only the system's clock: each window has a key of its own.
      const at = now();
      const window = Math.floor(at / windowMs);
      try {
        await limiterOf(limit).consume(`${key}:${window}`);
      } catch (error) {
        if (error instanceof RateLimiterRes)
          throw new ApiError("too_many_requests", {
            retryAfterSeconds: Math.ceil(((window + 1) * windowMs - at) / 1_000),
          });
        // Anything else is a fault of ours, such as a right that the process lacks: it must not pass as an outage.
        if (!unavailableOf(error)) throw error;
        outage.report(log, error);
        alone.count(key, limit);
      }
    },
  };
};
