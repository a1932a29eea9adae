import type * as z from "zod/mini";
import type { ApiErrorCode } from "./errors.ts";

/** Any schema whose decoded value is `Out`. */
type Schema = z.ZodMiniType;

/**
 * Who may call a route.
 * `public`: anybody, unsigned (a first contact, a provider's call, a browser's navigation).
 * `device`: signed with a device's secret, before sign-in, or with a session's.
 * `session`: signed with a session's secret.
 * `wallet`: the signer's frame, by bearer wallet token.
 */
export type Caller = "public" | "device" | "session" | "wallet";

/** How often a caller may call: `read` 600 a minute, `write` 120, `sensitive` 10. */
export type RateClass = "read" | "write" | "sensitive";

/** One call of the API: the server registers it, the client calls it, and OpenAPI describes it. */
export interface Route<
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  Who extends Caller = Caller,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, as signed: `/v1/signIn`. */
  readonly path: string;
  readonly summary: string;
  readonly caller: Who;
  readonly rate: RateClass;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** Media type of an answer that is not JSON; undefined for JSON. */
  readonly produces: "image/png" | "text/csv" | "application/json" | undefined;
  /** How long browsers and proxies may keep the answer: only of a `public` route, the same for everybody; 0 for not at all. */
  readonly cacheSeconds: number;
  /** Codes that only this route has; those of signing, parsing and rate limits apply to all. */
  readonly errors: readonly ApiErrorCode[];
}

interface RouteInput<Q extends Schema | undefined, B extends Schema | undefined, A extends Schema, Who extends Caller> {
  method: Route["method"];
  path: string;
  summary: string;
  caller: Who;
  rate?: RateClass;
  query?: Q;
  body?: B;
  answer: A;
  produces?: Route["produces"];
  cacheSeconds?: number;
  errors?: readonly ApiErrorCode[];
}

/** Defines a route; caller, query, body and answer keep their types. */
export const defineRoute = <
  A extends Schema,
  const Who extends Caller,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  input: RouteInput<Q, B, A, Who>,
): Route<Q, B, A, Who> => ({
  method: input.method,
  path: input.path,
  summary: input.summary,
  caller: input.caller,
  rate: input.rate ?? (input.method === "GET" ? "read" : "write"),
  // An absent schema is `undefined`, which is its generic type then.
  query: input.query as Q,
  body: input.body as B,
  answer: input.answer,
  produces: input.produces,
  cacheSeconds: input.cacheSeconds ?? 0,
  errors: input.errors ?? [],
});

type Decoded<S> = S extends Schema ? z.output<S> : undefined;

/** A caller's input, decoded (bigints, brands). */
export type QueryOf<R extends Route> = Decoded<R["query"]>;
export type BodyOf<R extends Route> = Decoded<R["body"]>;
/** A route's answer, decoded. */
export type AnswerOf<R extends Route> = z.output<R["answer"]>;
