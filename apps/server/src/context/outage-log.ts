import type { Logger } from "pino";
import { unavailableOf } from "../db/unavailable.ts";
import { countFailureOf } from "./dependency-failures.ts";

const usualEveryMs = 30_000;
/** Different reasons that are named in one period; more would fill the log as well. */
const maxReasons = 10;

/** Logs what happens again and again while something is away. */
export interface OutageLog {
  /** @param about further members of the line */
  report(log: Pick<Logger, "warn">, err: unknown, about?: object): void;
  /** It works again: the next report is a new outage. */
  recovered(): void;
}

/** The first cause: what wraps it, such as a query's text, differs from call to call. */
const reasonOf = (error: unknown): string => {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message : String(cause);
};

/**
 * Each reason is logged at once with its error; the same one again is counted, and the count logged at most once in `everyMs`: an outage
 * of minutes would fill a disk with one sentence.
 */
export const createOutageLog = (message: string, everyMs: number = usualEveryMs): OutageLog => {
  const reasons = new Set<string>();
  let times = 0;
  let period: NodeJS.Timeout | null = null;
  const beginPeriod = (log: Pick<Logger, "warn">, about: object): void => {
    period = setTimeout(() => {
      period = null;
      if (times === 0) return reasons.clear();
      log.warn({ times, ...about }, message);
      times = 0;
      beginPeriod(log, about);
    }, everyMs).unref();
  };
  return {
    report: (log, err, about = {}) => {
      if (unavailableOf(err)) countFailureOf("database");
      const reason = reasonOf(err);
      if (reasons.has(reason) || reasons.size >= maxReasons) {
        times += 1;
        return;
      }
      reasons.add(reason);
      log.warn({ err, ...about }, message);
      if (!period) beginPeriod(log, about);
    },
    recovered: () => {
      if (!period) return;
      clearTimeout(period);
      period = null;
      reasons.clear();
      times = 0;
    },
  };
};
