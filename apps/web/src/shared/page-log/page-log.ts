import { ApiError, type QuietCall, routes } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import { createLogger, type PageLogger } from "./logger.ts";

/** One page in so many sends its info records, for as long as it is open. */
const infoOfOneIn = 10;

/** Makes the page's one logger. A record that does not arrive is lost. */
export const createPageLog = (callQuietly: QuietCall): PageLogger =>
  createLogger({
    send: (body) => void callQuietly(routes.system.log, { body }),
    isSampled: Math.random() * infoOfOneIn < 1,
    limits: { max: 20, windowMs: 10 * 60_000 },
    now: Date.now,
  });

const part = appPart<PageLogger>("the page's log");

export const providePageLog = part.provide;

export const pageLog = part.get;

/** Where a failure was caught, for whoever reads the log. */
export type FailureSource = "uncaught" | "rejection" | "render";

/** Logs a failure that nothing in the page has dealt with. */
export const reportFailure = (failure: unknown, source: FailureSource): void => {
  const error = failure instanceof Error ? failure : null;
  const message = error ? `${error.name}: ${error.message}` : String(failure);
  const context = {
    source,
    // Which page, not whose.
    path: `/${location.pathname.split("/")[1] ?? ""}`,
    ...(failure instanceof ApiError ? { code: failure.code } : {}),
    ...(error?.stack ? { stack: error.stack } : {}),
  };
  // A call that failed in a known way is no fault of the page; that nobody said so to the person is.
  pageLog()[failure instanceof ApiError ? "warn" : "error"](message, context);
};
