import { ApiError, type QuietCall, routes } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import { createLogger, type PageLogger } from "./logger.ts";

/** Creates the page's one logger. Records that can't be sent are dropped. */
export const createPageLog = (callQuietly: QuietCall): PageLogger =>
  createLogger({
    send: (body) => void callQuietly(routes.system.log, { body }),
    limits: { max: 20, windowMs: 10 * 60_000 },
    now: Date.now,
  });

const part = appPart<PageLogger>("the page's log");

export const providePageLog = part.provide;

export const pageLog = part.get;

/** Where a failure was caught. */
export type FailureSource = "uncaught" | "rejection" | "render";

/** Logs a failure that nothing in the page has handled. */
export const reportFailure = (failure: unknown, source: FailureSource): void => {
  const error = failure instanceof Error ? failure : null;
  const message = error ? `${error.name}: ${error.message}` : String(failure);
  const context = {
    source,
    // The kind of page, without identifying anybody.
    path: `/${location.pathname.split("/")[1] ?? ""}`,
    ...(failure instanceof ApiError ? { code: failure.code } : {}),
    ...(error?.stack ? { stack: error.stack } : {}),
  };
  // A call that failed with a known code is not a bug of the page, but nobody showed it to the person.
  pageLog()[failure instanceof ApiError ? "warn" : "error"](message, context);
};
