import type { Logger } from "pino";

const usualEveryMs = 30_000;

/** Logs what happens again and again while something is away. */
export interface OutageLog {
  /** @param about further members of the line */
  report(log: Pick<Logger, "warn">, err: unknown, about?: object): void;
}

/**
 * The first report is logged at once with its error, those that follow as their count, at most once in `everyMs`: an outage of minutes
 * would fill a disk with one sentence.
 */
export const createOutageLog = (message: string, everyMs: number = usualEveryMs): OutageLog => {
  let times = 0;
  let isQuiet = false;
  const wait = (log: Pick<Logger, "warn">, about: object): void => {
    isQuiet = true;
    setTimeout(() => {
      isQuiet = false;
      if (times === 0) return;
      log.warn({ times, ...about }, message);
      times = 0;
      wait(log, about);
    }, everyMs).unref();
  };
  return {
    report: (log, err, about = {}) => {
      if (isQuiet) {
        times += 1;
        return;
      }
      log.warn({ err, ...about }, message);
      wait(log, about);
    },
  };
};
