import { ApiError, type ApiErrorBody } from "@tribe/contract";
import type { Logger } from "pino";
import { createOutageLog } from "../context/outage-log.ts";
import { unavailableOf } from "../db/unavailable.ts";

const databaseOutage = createOutageLog("the database did not answer a call");

/** An error in its HTTP form. */
export interface WireError {
  readonly status: number;
  readonly body: ApiErrorBody;
}

/**
 * The only conversion from a thrown value to an answer: errors of the catalogue keep their message, all others become
 * `internal` without details and are logged completely.
 * @param requestId what the answer and the log call the request
 */
export const toWireError = (error: unknown, log: Logger, requestId?: string): WireError => {
  const known = toApiError(error);
  if (known.code === "internal") log.error({ err: error }, "a call failed");
  else if (unavailableOf(error)) databaseOutage.report(log, error);
  else if (isTelling(known)) log.info({ error: known.code }, "a call was refused");
  const { code, field, retryAfterSeconds, detail } = known;
  return {
    status: fileStatusOf(error) ?? known.status,
    body: {
      error: {
        code,
        // An internal error's message is only for the log.
        message: code === "internal" ? new ApiError("internal").message : known.message,
        ...(field === undefined ? {} : { field }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        ...(detail === undefined ? {} : { detail }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    },
  };
};

/**
 * Whether an error may indicate an attack: wrong signatures, missing rights, guessed codes, too many calls, and inputs that
 * no page of ours sends.
 */
const isTelling = ({ code, status }: ApiError): boolean =>
  [401, 403, 413, 429].includes(status) || code === "bad_request" || code.startsWith("mail_code_");

const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : (unavailableOf(error) ?? ofFramework(error) ?? new ApiError("internal", { cause: error }));

/** A static file's status for a failed condition or an unsatisfiable range (RFC 9110, 15.5.13 and 15.5.17). */
const fileStatusOf = (error: unknown): number | null =>
  error instanceof Error && "statusCode" in error && (error.statusCode === 412 || error.statusCode === 416)
    ? error.statusCode
    : null;

/** Fastify's own errors, by their codes. */
const ofFramework = (error: unknown): ApiError | null => {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  switch (error.statusCode) {
    case 400:
    case 412:
    case 415:
    case 416:
      return new ApiError("bad_request");
    // Static files outside of their folder; what is there is nobody's business.
    case 403:
    case 404:
      return new ApiError("not_found");
    case 413:
      return new ApiError("too_large");
    default:
      return null;
  }
};
