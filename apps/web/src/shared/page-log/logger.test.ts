import { expect, it, vi } from "vitest";
import { createLogger, type LoggerOptions, type LogRecord } from "./logger.ts";

const secret = "q3J9d0sZk1L5m8P2v7X4b6N0t3R9y1W5e8U2i7O4a6S";

const loggerWith = (change: Partial<LoggerOptions> = {}) => {
  const sent: LogRecord[] = [];
  const options = { limits: { max: 3, windowMs: 1_000 }, now: () => 0, ...change };
  return { sent, logger: createLogger({ send: (record) => sent.push(record), ...options }) };
};

it("sends what is at info level and above, and keeps debug in the console", () => {
  const debug = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  const { sent, logger } = loggerWith();
  for (const level of ["debug", "info", "warn", "error"] as const) logger[level](`a ${level}`);
  expect(sent.map(({ level }) => level)).toEqual(["info", "warn", "error"]);
  expect(debug).toHaveBeenCalledOnce();
});

it("takes secrets out of message and context", () => {
  const { sent, logger } = loggerWith();
  logger.warn(`token ${secret} refused`, { stack: `at mara@example.com with ${secret}` });
  expect(JSON.stringify(sent)).not.toMatch(new RegExp(`${secret}|mara@example`));
});

it("sends the same record once in a window, and no more than the most of it", () => {
  let time = 0;
  const { sent, logger } = loggerWith({ now: () => time });
  for (const message of ["a", "a", "b", "c", "d"]) logger.error(message);
  expect(sent.map(({ message }) => message)).toEqual(["a", "b", "c"]);
  time = 1_000;
  logger.error("a");
  expect(sent).toHaveLength(4);
});
