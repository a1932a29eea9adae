import type { AnswerOf, BodyOf, QueryOf, Route, Uid } from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext, ReadingContext } from "../context.ts";
import type { Executor } from "../db/client.ts";
import type { Commit } from "./commit.ts";

/** A signed-in caller. */
export interface Session {
  readonly sessionId: string;
  readonly uid: Uid;
  readonly deviceId: string;
  /** Another one after each rotation of its secrets: what is given out for the session is tied to it. */
  readonly generation: string;
}

type SessionOf<R extends Route> = R["caller"] extends "session" | "wallet" ? Session : Session | null;

/** What every handler gets: all of it parsed, verified and rated before. */
interface Call<R extends Route> {
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Who calls; null for visitors on `device` and `public` routes. */
  readonly session: SessionOf<R>;
  /** The calling device, null on `public` and `wallet` routes. */
  readonly deviceId: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A question: it changes nothing. */
export interface QueryInput<R extends Route> extends Call<R> {
  readonly ctx: AppContext;
  /** The plain database. */
  readonly tx: Executor;
}

/** A change that waits for nothing outside. */
export interface CommandInput<R extends Route> extends Call<R> {
  readonly ctx: AppContext;
  /** The command's one transaction, in which the call's nonce is already taken. A thrown error rolls all of it back. */
  readonly tx: Executor;
}

/** A change that waits for something outside (the chain, a provider) between its steps, in no transaction. */
export interface SagaInput<R extends Route> extends Call<R> {
  /** Reads alone: whatever is written goes through `commit`, which takes the call's nonce. */
  readonly ctx: ReadingContext;
  readonly commit: Commit;
}

type Handler<Input, R extends Route> = (input: Input) => Promise<AnswerOf<R>>;

/** Writes an answer as the route's schema does, by a shorter way. */
type Encode<R extends Route> = (answer: AnswerOf<R>) => string;

/** A route with what answers it, and how that writes. */
export type RouteImplementation =
  | {
      readonly kind: "query";
      readonly route: Route;
      readonly handler: Handler<QueryInput<Route>, Route>;
      readonly encode: Encode<Route> | null;
    }
  | { readonly kind: "command"; readonly route: Route; readonly handler: Handler<CommandInput<Route>, Route> }
  | { readonly kind: "saga"; readonly route: Route; readonly handler: Handler<SagaInput<Route>, Route> };

// These bind a handler to a route of the contract: the types of query, body, caller and answer come from it. The HTTP layer
// hands over what `route` itself parsed, so the erased types are the right ones.

/** Answers a GET. @param encode writes the answer; by default the route's schema does */
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

/** Answers a change by one transaction around the handler. */
export const command = <R extends Route>(route: R, handler: Handler<CommandInput<R>, R>): RouteImplementation => ({
  kind: "command",
  route,
  handler: handler as unknown as Handler<CommandInput<Route>, Route>,
});

/** Answers a change that must wait for something outside between. */
export const saga = <R extends Route>(route: R, handler: Handler<SagaInput<R>, R>): RouteImplementation => ({
  kind: "saga",
  route,
  handler: handler as unknown as Handler<SagaInput<Route>, Route>,
});
