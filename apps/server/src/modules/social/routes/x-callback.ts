import { routes } from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import type { ReadingContext } from "../../../context/context.ts";
import { hashOf, isSame } from "../../../crypto/secrets.ts";
import { saga } from "../../../http/implement.ts";
import { readSessionCookie } from "../../../http/request/cookies.ts";
import { ownUrl } from "../../../http/request/own-url.ts";
import { awaitOutcome, connectX } from "../connect-x.ts";
import type { XResult } from "../schema.ts";
import { type BegunConnection, consumeConnection, readConnectionOutcome, recordOutcome } from "../x-connections.ts";

/**
 * Completes a connection with X when the browser comes back from there, if this browser has started it. A browser that comes back
 * with the same `state` again, because the answer was lost or the person clicked twice, gets the outcome of the first time.
 */
export const xCallback = saga(routes.social.xCallback, async ({ ctx, query, request, reply, commit }) => {
  const { state, code, error } = query;
  const begun = await commit((tx) => consumeConnection(tx, ctx.keys, state));
  const started = begun ?? (await readConnectionOutcome(ctx.db, ctx.keys, state))?.begun ?? null;
  // A state that we never issued, or that came back in another browser: somebody was lured here.
  const isOurs = started !== null && (await isBrowserOf(ctx, request, started));
  const finish = async (): Promise<XResult> => {
    if (!isOurs) return "denied";
    if (!begun) return awaitOutcome(ctx, state);
    return code && !error ? connectX(ctx, commit, begun, { state, code }) : "denied";
  };
  const result = await finish();
  const outcome = begun && result !== "connected" ? await commit((tx) => recordOutcome(tx, state, result)) : result;
  const home = new URL("/", ctx.config.appUrl);
  const back = isOurs ? (ownUrl(ctx.config.appUrl, started.returnTo) ?? home) : home;
  back.searchParams.set("social", outcome);
  reply.header("cache-control", "no-store").redirect(back.href, 303);
  return {};
});

/** Whether the session has not ended, and its cookie was sent. */
const isBrowserOf = async (ctx: ReadingContext, request: FastifyRequest, begun: BegunConnection): Promise<boolean> => {
  const session = await ctx.ports.callers.session(begun.sessionId);
  return session !== null && isSame(session.cookieHash, hashOf(readSessionCookie(request, ctx.config)));
};
