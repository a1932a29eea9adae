/** Exit codes of the server's process, for `scripts/lib/supervise.mjs`. The last two are from sysexits.h. */
export const exitCodes = {
  stopped: 0,
  /** It could not start and has printed the reason. */
  failedStart: 1,
  /** An unexpected fault: an uncaught exception, or an engine that ended by itself. */
  fault: 70,
  /** A setting is wrong: a restart would not help. */
  wrongSetting: 78,
} as const;
