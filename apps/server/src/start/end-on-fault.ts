import type { Logger } from "pino";
import { exitCodes } from "./exit-codes.ts";

/** Its end takes no longer, whatever hangs. */
const endWithinMs = 4_500;

/** Ends the process for a fault: the first one counts, what follows from it is not told. */
export type Fault = (error: unknown, message: string) => void;

/**
 * After an exception that nobody caught, or a rejection that nobody handled, nothing in this process can be relied on: it
 * is logged in one line, no more work is taken, what is under way gets a moment, and the process ends with
 * `exitCodes.fault`. Whoever supervises it starts it again.
 * @param parts.stop closes what listens and ends the rest in order
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
  // A rejection that nobody handles comes here, too, unless somebody listens for it.
  process.on("uncaughtException", (error, origin) =>
    fault(error, origin === "unhandledRejection" ? "nobody handled a rejection" : "nobody caught an exception"),
  );
  return fault;
};
