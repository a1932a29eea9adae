import type { Logger } from "pino";
import { exitCodes } from "./exit-codes.ts";

/** Longest time for the process's end, even when something hangs. */
const endWithinMs = 4_500;

/** Ends the process because of a fault; only the first one is logged, not its consequences. */
export type Fault = (error: unknown, message: string) => void;

/**
 * After an uncaught exception or an unhandled rejection nothing in this process is reliable: it is logged in one line, no
 * more work is accepted, running work gets a moment, and the process ends with `exitCodes.fault`. Its supervisor restarts it.
 * @param parts.stop closes what listens and stops the rest in order
 */
export const endOnFault = (parts: {
  readonly log: Pick<Logger, "fatal">;
  readonly stop: () => Promise<void>;
}): Fault => {
  let isEnding = false;
  const exit = (): never => process.exit(exitCodes.fault);
  const fault: Fault = (error, message) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(exit, endWithinMs);
    try {
      parts.log.fatal({ err: error }, message);
      parts.stop().then(exit, exit);
    } catch {
      exit();
    }
  };
  // An unhandled rejection arrives here, too, unless there is a listener for it.
  process.on("uncaughtException", (error, origin) =>
    fault(error, origin === "unhandledRejection" ? "nobody handled a rejection" : "nobody caught an exception"),
  );
  return fault;
};
