import { ApiError, routes } from "@tribe/contract";
import { apiQuietly } from "../api.ts";
import { createLimiter } from "./limiter.ts";
import { redact } from "./redact.ts";

const longest = 2_000;
const mayPass = createLimiter({ most: 20, windowMs: 10 * 60_000 });

/** Where a failure was caught, for whoever reads the log. */
export type FailureSource = "uncaught" | "rejection" | "render";

/**
 * Tells the server of a failure that nothing in the page has dealt with (spec section 7, `POST /log`). Without
 * secrets, and not more often than it helps; a record that does not arrive is lost.
 */
export const reportFailure = (failure: unknown, source: FailureSource): void => {
  const error = failure instanceof Error ? failure : null;
  const message = redact(error ? `${error.name}: ${error.message}` : String(failure), longest);
  if (!mayPass(`${source} ${message}`, Date.now())) return;
  const context = {
    source,
    path: location.pathname,
    ...(failure instanceof ApiError ? { code: failure.code } : {}),
    ...(error?.stack ? { stack: redact(error.stack, longest) } : {}),
  };
  // A call that failed in a known way is no fault of the page; that nobody said so to the person is.
  const level = failure instanceof ApiError ? "warn" : "error";
  void apiQuietly(routes.system.log, { body: { level, message, context } });
};
