import * as z from "zod/mini";
import { milliseconds } from "./constants.ts";
import { ApiError, type ApiErrorBody, apiErrors, isApiErrorCode } from "./errors.ts";
import type { AnswerOf, Route } from "./route.ts";
import { createServerClock, type ServerClock } from "./server-clock.ts";
import { appId, newNonce, signingHeaders, signRequest } from "./signing.ts";

/** The secret that signs the calls: a device's before sign-in, a session's after it. */
export interface Credentials {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly session?: { readonly sessionId: string; readonly accessToken: string; readonly sessionSecret: string };
}

export interface ApiClientOptions {
  /** Origin of the server, without `/api`: `https://tribe.example`. */
  readonly origin: string;
  /** The current credentials, read for each call; null before the device is registered. */
  readonly credentials: () => Credentials | null;
  /** Bearer token for `wallet` routes; only the signer's frame has one. */
  readonly walletToken?: () => string | null;
  readonly fetch?: typeof fetch;
  /** The time that is signed, which each answer may correct. Clients of one page share it; by default the client has its own. */
  readonly clock?: ServerClock;
}

type Input<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type RouteInput<R extends Route> = (R["query"] extends z.ZodMiniType
  ? { query: Input<R["query"]> }
  : { query?: undefined }) &
  (R["body"] extends z.ZodMiniType ? { body: Input<R["body"]> } : { body?: undefined }) & { signal?: AbortSignal };

/** Encodes a value for the wire. Fails as the server would, without asking it. @throws ApiError `invalid_field` */
const encode = (schema: z.ZodMiniType, value: unknown, place: "query" | "body"): unknown => {
  const result = z.safeEncode(schema, value as never); // encoding checks the unknown value itself
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = [place, ...(issue?.path ?? [])].join(".");
  throw new ApiError("invalid_field", { field, message: `${field}: ${issue?.message || "is not valid"}` });
};

/** Calls a route and decodes the answer. @throws ApiError with a code of the catalogue; `unavailable` when nothing answered */
export type ApiCall = <R extends Route>(route: R, input: RouteInput<R>) => Promise<AnswerOf<R>>;

/**
 * Creates the signed API client that the web app, the signer and our tools use. Calls time out after 20 s. When a device's
 * clock is wrong, the client uses the server's time from the first answer on, and repeats a call that was refused for it.
 */
export const createApiClient = (options: ApiClientOptions): ApiCall => {
  const call = createCaller(options);
  return async <R extends Route>(route: R, input: RouteInput<R>): Promise<AnswerOf<R>> => {
    const answer: unknown = await (await call(route, input)).json().catch(() => undefined);
    return z.decode(route.answer, answer as never) as AnswerOf<R>; // decode checks the unknown value itself
  };
};

/** The types as which an answer can be returned. */
export interface ResponseTypes {
  readonly json: unknown;
  readonly text: string;
  readonly blob: Blob;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Calls a route and returns the raw answer as the given type. @throws ApiError as {@link ApiCall} */
export type RouteCall = <R extends Route, Type extends keyof ResponseTypes>(
  route: R,
  input: RouteInput<R>,
  responseType: Type,
) => Promise<ResponseTypes[Type]>;

/** The same client for another base URL (`origin`), whose answers need not be JSON. */
export const createRouteClient = (options: ApiClientOptions): RouteCall => {
  const call = createCaller(options);
  const readers: { readonly [Type in keyof ResponseTypes]: (response: Response) => Promise<ResponseTypes[Type]> } = {
    json: (response) => response.json(),
    text: (response) => response.text(),
    blob: (response) => response.blob(),
    bytes: async (response) => new Uint8Array(await response.arrayBuffer()),
  };
  return async (route, input, responseType) => readers[responseType](await call(route, input));
};

/** Creates the function that sends a signed call and returns the answer of a success. */
const createCaller = (options: ApiClientOptions) => {
  const send = options.fetch ?? fetch;
  const clock = options.clock ?? createServerClock();
  const call = async <R extends Route>(route: R, input: RouteInput<R>, isAgain: boolean): Promise<Response> => {
    const url = new URL(`/api${route.path}`, options.origin);
    if (route.query && input.query !== undefined) {
      // Encoding a query gives a flat object of strings, numbers and undefined: the contract has no other queries.
      const query = encode(route.query, input.query, "query") as Record<string, string | number | undefined>;
      for (const [key, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.append(key, String(value));
    }
    const body = route.body ? JSON.stringify(encode(route.body, input.body, "body")) : "";
    const headers = new Headers({ accept: route.produces ?? "application/json" });
    if (body) headers.set("content-type", "application/json");
    if (route.caller === "wallet") headers.set("authorization", `Bearer ${options.walletToken?.() ?? ""}`);
    else if (route.caller !== "public")
      await addSignature(headers, {
        method: route.method,
        url,
        payload: new TextEncoder().encode(body),
        credentials: options.credentials(),
        timestamp: clock.now(),
      });

    let response: Response;
    const timeout = timeoutOf(route);
    const sentAt = Date.now();
    try {
      response = await send(url, {
        method: route.method,
        headers,
        credentials: "include",
        signal: input.signal ? AbortSignal.any([input.signal, timeout.signal]) : timeout.signal,
        ...(body ? { body } : {}),
      });
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw new ApiError("unavailable", { cause });
    } finally {
      timeout.end();
    }
    const date = response.headers.get("date");
    clock.correct(date, sentAt);
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined);
    const error = errorOf(response, answer);
    if (error.code !== "clock_skew" || isAgain || !clock.correct(date)) throw error;
    // The server refused it before it did anything, so the call can be repeated.
    return call(route, input, true);
  };
  return <R extends Route>(route: R, input: RouteInput<R>) => call(route, input, false);
};

/** The timeout of a call. A download may take as long as it needs, so only its start is limited. */
const timeoutOf = ({ produces }: Route): { readonly signal: AbortSignal; readonly end: () => void } => {
  if (produces !== "text/csv" && produces !== "application/json")
    return { signal: AbortSignal.timeout(milliseconds.apiTimeout), end: () => undefined };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds.apiTimeout);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
};

/** Calls a route and never throws: a failure is logged, without the data that was sent, and the answer is undefined. */
export type QuietCall = <R extends Route>(route: R, input: RouteInput<R>) => Promise<AnswerOf<R> | undefined>;

/** Wraps a throwing client as one that never throws, for calls whose failure does not matter. */
export const quietly =
  (call: ApiCall): QuietCall =>
  async (route, input) => {
    try {
      return await call(route, input);
    } catch (error) {
      console.warn(`${route.method} ${route.path} failed: ${error instanceof ApiError ? error.code : "unexpected"}`);
      return undefined;
    }
  };

/** A call that has to be signed. */
export interface CallToSign {
  readonly method: string;
  readonly url: URL;
  /** What the signature covers besides the headers: the body, or its replacement. */
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly credentials: Credentials | null;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

/** Adds the headers that authenticate the caller. @throws ApiError `unauthorized` without credentials */
export const addSignature = async (headers: Pick<Headers, "set">, call: CallToSign): Promise<void> => {
  const { method, url, payload, credentials, timestamp } = call;
  if (!credentials) throw new ApiError("unauthorized");
  const { session } = credentials;
  const accessToken = session?.accessToken ?? "";
  const nonce = newNonce();
  headers.set(signingHeaders.appId, appId);
  headers.set(signingHeaders.accessToken, accessToken);
  headers.set(signingHeaders.deviceId, credentials.deviceId);
  headers.set(signingHeaders.sessionId, session?.sessionId ?? "");
  headers.set(signingHeaders.timestamp, String(timestamp));
  headers.set(signingHeaders.nonce, nonce);
  headers.set(
    signingHeaders.signature,
    await signRequest(session?.sessionSecret ?? credentials.deviceSecret, {
      accessToken,
      timestamp,
      nonce,
      method,
      path: url.pathname,
      query: url.searchParams,
      payload,
    }),
  );
};

/** A request's name, unless it is something that a person could not copy, such as a proxy's page. */
const requestIdIn = (given: unknown): { readonly requestId?: string } =>
  typeof given === "string" && /^[\w-]{1,64}$/.test(given) ? { requestId: given } : {};

/** Turns an error answer into an {@link ApiError}; one that our server did not write is classified by its status. */
const errorOf = ({ status, headers }: Response, answer: unknown): ApiError => {
  // A page of another origin can't read the header; a proxy that answered itself has written only that.
  const named = requestIdIn(headers.get("x-request-id"));
  if (isErrorBody(answer)) {
    const { code, message, field, retryAfterSeconds, detail, requestId } = answer.error;
    return new ApiError(code, {
      message,
      ...(field ? { field } : {}),
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
      ...(typeof detail === "string" ? { detail } : {}),
      ...named,
      ...requestIdIn(requestId),
    });
  }
  switch (status) {
    case 400:
      return new ApiError("bad_request", named);
    case 401:
      return new ApiError("unauthorized", named);
    case 403:
      return new ApiError("forbidden", { message: "Unauthorized", ...named });
    case 404:
      // From a proxy before our server, as during a deployment: it says nothing about the resource.
      return new ApiError("unavailable", { message: apiErrors.not_found.message, ...named });
    case 429:
      return new ApiError("too_many_requests", named);
    case 500:
      return new ApiError("internal", named);
    default:
      return new ApiError("unavailable", { message: "Unexpected error", ...named });
  }
};

const isErrorBody = (answer: unknown): answer is ApiErrorBody =>
  typeof answer === "object" &&
  answer !== null &&
  "error" in answer &&
  typeof answer.error === "object" &&
  answer.error !== null &&
  "code" in answer.error &&
  typeof answer.error.code === "string" &&
  isApiErrorCode(answer.error.code);
