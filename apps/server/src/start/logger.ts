import pino, { type Logger } from "pino";
import { currentCall } from "../context/current-call.ts";
import { version } from "../process/version.ts";

/** Keys whose values are never logged, anywhere in a record (three levels deep). */
const secretKeys = [
  "accessToken",
  "sessionSecret",
  "deviceSecret",
  "walletToken",
  "token",
  "code",
  "otp",
  "signature",
  "serverShare",
  "recoveryShare",
  "deviceShare",
  "password",
  "secret",
  "clientSecret",
  "verifier",
  "cookie",
  "authorization",
  "databaseUrl",
  "poolerUrl",
  "connectionString",
];

const everywhere = (key: string): string[] => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`];

interface LoggerOptions {
  /** The process's roles, as its operator named them. */
  readonly role?: string | undefined;
  /** Standard output by default. */
  readonly destination?: pino.DestinationStream;
}

/**
 * JSON logs with every secret masked. Each line has the process's role, version and pid, and the id of the request for which it was
 * written.
 */
export const createLogger = (level: string, { role = "all", destination }: LoggerOptions = {}): Logger =>
  pino(
    {
      level,
      base: { role, version, pid: process.pid },
      mixin: () => {
        const call = currentCall();
        return call ? { requestId: call.requestId } : {};
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      // An error under the other name would be copied member by member, which some of the browser's kinds (DOMException) refuse by throwing.
      serializers: { err: serializeError, error: (value) => (value instanceof Error ? serializeError(value) : value) },
      redact: {
        paths: [...secretKeys.flatMap(everywhere), 'headers["set-cookie"]', '*.headers["x-tribe-access-token"]'],
        censor: "[secret]",
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );

/** Errors of database drivers contain the query's parameters, which may be tokens: only known members are kept. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code !== "object" ? error.code : undefined;
  return {
    type: error.name,
    message: error.message.split("\nparams:")[0],
    stack: error.stack?.replace(/\nparams:[^\n]*/g, ""),
    ...(code === undefined ? {} : { errorCode: code }),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
};
