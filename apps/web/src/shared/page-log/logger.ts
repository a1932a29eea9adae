import { createLimiter, type LogLimits } from "./limiter.ts";
import { redact } from "./redact.ts";

const levels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof levels)[number];
export type LogContext = Readonly<Record<string, string>>;

/** A record that leaves the page; `debug` never does. */
export interface LogRecord {
  readonly level: Exclude<LogLevel, "debug">;
  readonly message: string;
  readonly context: LogContext;
}

export type PageLogger = Readonly<Record<LogLevel, (message: string, context?: LogContext) => void>>;

export interface LoggerOptions {
  readonly send: (record: LogRecord) => void;
  readonly limits: LogLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const longestMessage = 2_000;

/**
 * The page's logger: records at info level and above go to the server, without secrets and within the limits. `debug` stays in
 * the console.
 */
export const createLogger = ({ send, limits, now }: LoggerOptions): PageLogger => {
  const mayPass = createLimiter(limits);
  const log =
    (level: LogLevel) =>
    (message: string, context: LogContext = {}): void => {
      if (level === "debug") {
        console.debug(message, context);
        return;
      }
      const text = redact(message, longestMessage);
      if (!mayPass(`${level} ${context.source ?? ""} ${text}`, now())) return;
      const kept = Object.entries(context).map(([name, value]) => [name, redact(value, longestMessage)] as const);
      send({ level, message: text, context: Object.fromEntries(kept) });
    };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
};
