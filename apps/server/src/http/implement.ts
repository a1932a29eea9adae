import type { AnswerOf, BodyOf, QueryOf, Route, Uid } from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext, ReadingContext } from "../context/context.ts";
import type { Executor } from "../db/client.ts";
import type { Commit, Nonce } from "./commit.ts";

/** A signed-in caller. */
export interface Session {
  readonly sessionId: string;
  readonly uid: Uid;
  readonly deviceId: string;
  /** Changes with each rotation of its secrets: tokens issued for the session are bound to it. */
  readonly generation: string;
}

type SessionOf<R extends Route> = R["caller"] extends "session" | "wallet" ? Session : Session | null;

/** Every handler's input, already parsed, authenticated and rate-limited. */
interface Call<R extends Route> {
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The caller; null for visitors on `device` and `public` routes. */
  readonly session: SessionOf<R>;
  /** The calling device, null on `public` and `wallet` routes. */
  readonly deviceId: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A read: it changes nothing. */
export interface QueryInput<R extends Route> extends Call<R> {
  readonly ctx: AppContext;
  /** The database without a transaction. */
  readonly tx: Executor;
}

/** A change that waits for nothing outside of the database. */
export interface CommandInput<R extends Route> extends Call<R> {
  readonly ctx: AppContext;
  /** The command's one transaction, in which the call's nonce is already taken. A thrown error rolls all of it back. */
  readonly tx: Executor;
}

/** A change that waits for something outside (the chain, a provider) between its steps, without an open transaction. */
export interface SagaInput<R extends Route> extends Call<R> {
  /** Read-only: all writes go through `commit`, which takes the call's nonce. */
  readonly ctx: ReadingContext;
  readonly commit: Commit;
}

/** A change that is stored together with those of other calls, in one statement that also consumes their nonces. */
export interface BatchedInput<R extends Route> extends Call<R> {
  readonly ctx: ReadingContext;
  /** Null where calls have none. */
  readonly nonce: Nonce | null;
}

type Handler<Input, R extends Route> = (input: Input) => Promise<AnswerOf<R>>;

/** Encodes an answer like the route's schema, but faster. */
type Encode<R extends Route> = (answer: AnswerOf<R>) => string;

/** A route with its handler and the encoding of its answer. */
export type RouteImplementation =
  | {
      readonly kind: "query";
      readonly route: Route;
      readonly handler: Handler<QueryInput<Route>, Route>;
      readonly encode: Encode<Route> | null;
    }
  | { readonly kind: "command"; readonly route: Route; readonly handler: Handler<CommandInput<Route>, Route> }
  | { readonly kind: "saga"; readonly route: Route; readonly handler: Handler<SagaInput<Route>, Route> }
  | {
      readonly kind: "batched";
      readonly route: Route;
      readonly handler: (input: BatchedInput<Route>) => Promise<AnswerOf<Route> | null>;
    };

// These bind a handler to a route of the contract: the types of query, body, caller and answer come from it. The HTTP layer
// passes what `route` itself parsed, so the erased types are the right ones.

/** Handles a GET. @param encode encodes the answer; by default the route's schema does */
export const query = <R extends Route>(
  route: R,
  handler: Handler<QueryInput<R>, R>,
  encode: Encode<R> | null = null,
): RouteImplementation => ({
  kind: "query",
  route,
  handler: handler as unknown as Handler<QueryInput<Route>, Route>,
  encode: encode as unknown as Encode<Route> | null,
});

/** Handles a change in one transaction around the handler. */
export const command = <R extends Route>(route: R, handler: Handler<CommandInput<R>, R>): RouteImplementation => ({
  kind: "command",
  route,
  handler: handler as unknown as Handler<CommandInput<Route>, Route>,
});

/** Handles a change that waits for something outside between its steps. */
export const saga = <R extends Route>(route: R, handler: Handler<SagaInput<R>, R>): RouteImplementation => ({
  kind: "saga",
  route,
  handler: handler as unknown as Handler<SagaInput<Route>, Route>,
});

/**
 * Handles a change that thousands request at once, such as after a restart: its handler stores it together with those of other
 * calls. @param handler gives null when the nonce was used before
 */
export const batched = <R extends Route>(
  route: R,
  handler: (input: BatchedInput<R>) => Promise<AnswerOf<R> | null>,
): RouteImplementation => ({
  kind: "batched",
  route,
  handler: handler as unknown as (input: BatchedInput<Route>) => Promise<AnswerOf<Route> | null>,
});
