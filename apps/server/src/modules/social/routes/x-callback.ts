import { setTimeout as wait } from "node:timers/promises";
import { ApiError, routes } from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import type { ReadingContext } from "../../../context/context.ts";
import { hashOf, isSame } from "../../../crypto/secrets.ts";
import type { Commit } from "../../../http/commit.ts";
import { saga } from "../../../http/implement.ts";
import { readSessionCookie } from "../../../http/request/cookies.ts";
import { ownUrl } from "../../../http/request/own-url.ts";
import { personByUid, setTwitter } from "../../identity/index.ts";
import { callbackUrl } from "../callback-url.ts";
import { proxiedPicture } from "../picture-proxy.ts";
import type { XResult } from "../schema.ts";
import { type BegunConnection, readConnectionOutcome, recordOutcome, takeConnection } from "../states.ts";
import { readAccount } from "../x-client.ts";

/** How long a callback takes at most: three requests to X with their timeouts, and storing the outcome. */
const longestMs = 35_000;
const lookAgainMs = 200;

/**
 * Completes a connection with X when the browser comes back from there, if this browser has started it. A browser that comes back
 * with the same `state` again, because the answer was lost or the person clicked twice, gets the outcome of the first time.
 */
export const xCallback = saga(routes.social.xCallback, async ({ ctx, query, request, reply, commit }) => {
  const { state, code, error } = query;
  const begun = await commit((tx) => takeConnection(tx, ctx.keys, state));
  const taken = begun ?? (await readConnectionOutcome(ctx.db, ctx.keys, state))?.begun ?? null;
  // A state that we never issued, or that came back in another browser: somebody was lured here.
  const isOurs = taken !== null && (await isBrowserOf(ctx, request, taken));
  const connecting = (way: BegunConnection) => (code && !error ? connect(ctx, commit, way, { state, code }) : "denied");
  const ending = (way: BegunConnection) => (begun ? connecting(way) : outcomeOf(ctx, state));
  const ended = isOurs ? await ending(taken) : "denied";
  const outcome = begun && ended !== "connected" ? await commit((tx) => recordOutcome(tx, state, ended)) : ended;
  const home = new URL("/", ctx.config.appUrl);
  const back = isOurs ? (ownUrl(ctx.config.appUrl, taken.returnTo) ?? home) : home;
  back.searchParams.set("social", outcome);
  reply.header("cache-control", "no-store").redirect(back.href, 303);
  return {};
});

/** The outcome of a start that another call has used up, which may still be asking X. */
const outcomeOf = async (ctx: ReadingContext, state: string): Promise<XResult> => {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const found = await readConnectionOutcome(ctx.db, ctx.keys, state);
    // The process that was asking X may have been killed.
    if (!found || performance.now() > deadline) return "denied";
    const { outcome, begun } = found;
    if (outcome === "connected") return (await personByUid(ctx.db, begun.uid))?.twitter ? outcome : "denied";
    if (outcome !== "asking") return outcome;
    await wait(lookAgainMs);
  }
};

/** Whether the session has not ended, and its cookie was sent. */
const isBrowserOf = async (ctx: ReadingContext, request: FastifyRequest, begun: BegunConnection): Promise<boolean> => {
  const session = await ctx.ports.callers.session(begun.sessionId);
  return session !== null && isSame(session.cookieHash, hashOf(readSessionCookie(request, ctx.config)));
};

const connect = async (
  ctx: ReadingContext,
  commit: Commit,
  begun: BegunConnection,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<XResult> => {
  try {
    const grant = { code, verifier: begun.verifier, redirectUri: callbackUrl(ctx) };
    const { account, pictureUrl } = await readAccount(ctx.config.x, grant);
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    await commit(async (tx) => {
      await setTwitter(tx, begun.uid, account, picture);
      await recordOutcome(tx, state, "connected");
    });
    return "connected";
  } catch (error) {
    if (error instanceof ApiError && error.code === "social_taken") return "taken";
    ctx.log.warn({ err: error }, "an X account could not be connected");
    return "denied";
  }
};
