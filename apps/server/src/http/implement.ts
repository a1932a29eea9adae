import type { AnswerOf, BodyOf, QueryOf, Route, Uid } from "@tribe/contract";
import type { SQL } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import type { Executor } from "../db/client.ts";

/** A signed-in caller. */
export interface Session {
  readonly sessionId: string;
  readonly uid: Uid;
  readonly deviceId: string;
}

type SessionOf<R extends Route> = R["caller"] extends "session" | "wallet" ? Session : Session | null;

/** What a handler gets: all of it parsed, verified and rated before. */
export interface HandlerInput<R extends Route> {
  readonly ctx: AppContext;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Who calls; null for visitors on `device` and `public` routes. */
  readonly session: SessionOf<R>;
  /** The calling device, null on `public` and `wallet` routes. */
  readonly deviceId: string | null;
  /**
   * The command's one transaction, in which the request's nonce is already taken; for GET the plain database.
   * A thrown error rolls all of it back. With `transaction: "own"` it is the plain database and `takeNonce` is yours.
   */
  readonly tx: Executor;
  /** Only for `transaction: "own"`: call it first in each transaction that you open. Elsewhere it does nothing. */
  readonly takeNonce: (tx: Executor) => Promise<void>;
  /**
   * Only for `transaction: "own"`, instead of `takeNonce`: the statement that takes the nonce, as a step of a command that
   * is one statement. It returns a row, or none when the call was made before.
   */
  readonly nonceInsert: () => SQL;
  /** Runs after the commit and before the answer (send what was stored). Its errors are logged, not answered. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<R extends Route> = (input: HandlerInput<R>) => Promise<AnswerOf<R>>;

export interface ImplementOptions {
  /**
   * `command` (default for all but GET): one transaction around the handler.
   * `own`: the handler opens its own, because it must wait for something outside (the chain, a provider) between.
   */
  readonly transaction?: "command" | "own";
}

/** A route with what answers it. */
export interface RouteImplementation {
  readonly route: Route;
  readonly handler: Handler<Route>;
  readonly transaction: "command" | "own" | "none";
}

/** Binds a handler to a route of the contract; the types of query, body, caller and answer come from it. */
export const implement = <R extends Route>(
  route: R,
  handler: Handler<R>,
  options: ImplementOptions = {},
): RouteImplementation => ({
  route,
  // The HTTP layer hands over what `route` itself parsed, so the erased types are the right ones.
  handler: handler as unknown as Handler<Route>,
  transaction: options.transaction ?? (route.method === "GET" ? "none" : "command"),
});
