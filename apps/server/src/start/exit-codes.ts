/** How the server's process ends; `scripts/lib/supervise.mjs` goes by it. The last two are those of sysexits.h. */
export const exitCodes = {
  stopped: 0,
  /** It could not start and has said why. */
  failedStart: 1,
  /** Something nobody expected: an uncaught exception, an engine that ended by itself. */
  fault: 70,
  /** A setting is wrong: to start again would change nothing. */
  wrongSetting: 78,
} as const;
