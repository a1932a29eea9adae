import type { Logger } from "pino";

const usualEveryMs = 30_000;

/** Logs what happens again and again while something is away. */
export interface OutageLog {
  report(log: Pick<Logger, "warn">, err: unknown): void;
}

/**
 * The first report is logged at once with its error, those that follow as their count, at most once in `everyMs`: an outage of minutes
 * would fill a disk with one sentence.
 */
export const createOutageLog = (message: string, everyMs: number = usualEveryMs): OutageLog => {
  let times = 0;
  let isQuiet = false;
  const wait = (log: Pick<Logger, "warn">): void => {
    isQuiet = true;
    setTimeout(() => {
      isQuiet = false;
      if (times === 0) return;
      log.warn({ times }, message);
      times = 0;
      wait(log);
    }, everyMs).unref();
  };
  return {
    report: (log, err) => {
      if (isQuiet) {
        times += 1;
        return;
      }
      log.warn({ err }, message);
      wait(log);
    },
  };
};
